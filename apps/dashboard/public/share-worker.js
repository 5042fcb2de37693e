// Takes what another app of this device shares with the installed dashboard, and keeps it until the page /share shows it.
// Nothing is sent to the server before a person says so.

const CACHE = 'social.shared';

addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  // The page /share, and what it becomes without a reload, sends its other requests through here too.
  const isShared = method === 'POST' && mode === 'navigate' && new URL(url).pathname === '/share';
  if (isShared) event.respondWith(keep(event.request).catch(() => Response.redirect('/share?failed', 303)));
});

async function keep(request) {
  const form = await request.formData();
  const cache = await caches.open(CACHE);
  const files = form.getAll('media').filter((value) => value instanceof File && value.size > 0);
  const text = ['title', 'text', 'url'].map((name) => form.get(name)).filter(Boolean);
  // What was shared before and not looked at yet stays beside it.
  await cache.put(`/share/texts/${crypto.randomUUID()}`, new Response([...new Set(text)].join('\n')));
  for (const file of files) {
    const headers = { 'Content-Type': file.type, 'X-File-Name': encodeURIComponent(file.name) };
    await cache.put(`/share/files/${crypto.randomUUID()}`, new Response(file, { headers }));
  }
  return Response.redirect('/share', 303);
}
