// Takes what another app of this device shares with the installed dashboard, and keeps it until the page /share shows it.
// Nothing is sent to the server before a person says so.

const CACHE = 'social.shared';

addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  // The page /share, and what it becomes without a reload, sends its other requests through here too.
  const isShared = method === 'POST' && mode === 'navigate' && new URL(url).pathname === '/share';
  if (isShared) event.respondWith(take(event.request));
});

async function take(request) {
  const kept = [];
  try {
    await keep(await request.formData(), kept);
    return Response.redirect('/share', 303);
  } catch {
    // The person shares all of it again.
    const cache = await caches.open(CACHE);
    await Promise.all(kept.map((key) => cache.delete(key)));
    return Response.redirect('/share?failed', 303);
  }
}

/** Keeps what is shared. Adds to `kept` the addresses under which it does so. */
async function keep(form, kept) {
  const cache = await caches.open(CACHE);
  const put = async (key, answer) => {
    kept.push(key);
    await cache.put(key, answer);
  };
  const files = form.getAll('media').filter((value) => value instanceof File && value.size > 0);
  const text = ['title', 'text', 'url'].map((name) => form.get(name)).filter(Boolean);
  // What was shared before and not looked at yet stays beside it.
  await put(`/share/texts/${crypto.randomUUID()}`, new Response([...new Set(text)].join('\n')));
  for (const file of files) {
    const headers = { 'Content-Type': file.type, 'X-File-Name': encodeURIComponent(file.name) };
    await put(`/share/files/${crypto.randomUUID()}`, new Response(file, { headers }));
  }
}
