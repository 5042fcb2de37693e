import asyncio
import os

import discord
import discord_webhook

from . import sandbox

SEED = sandbox.SEED["discord"]
PROXY = os.environ["HTTPS_PROXY"]


class DiscordPy:
    network, limit = "discord", 2000
    loop = asyncio.Runner()

    def __init__(self, token=None):
        self.loop.run(self.connect(token or SEED["botToken"]))

    async def connect(self, token):
        self.api = discord.Client(intents=discord.Intents.none(), proxy=PROXY)
        try:
            await self.api.login(token)
            self.channel = await self.api.fetch_channel(int(SEED["channel"]))
        except BaseException:
            await self.api.close()
            raise

    def me(self):
        return self.api.user.name

    def text(self, text, **more):
        return self.loop.run(self.channel.send(text, **more))

    def reply(self, text, to):
        return self.loop.run(to.reply(text))

    def picture(self, text, file, alt=None):
        return self.text(text, file=discord.File(file, description=alt))

    video = picture

    def read(self, post):
        found = self.loop.run(self.channel.fetch_message(post.id))
        return f"{found.author.name}: {found.content}"

    def alt(self, post):
        return self.loop.run(self.channel.fetch_message(post.id)).attachments[0].description

    def delete(self, post):
        self.loop.run(post.delete())


class DiscordWebhook:
    network, limit = "discord", 2000

    def __init__(self, token=None):
        self.url = f"https://discord.com/api/webhooks/{SEED['webhook']['id']}/{token or SEED['webhook']['token']}"

    def me(self):
        answer = self.hook("Who am I").execute()
        return answer.json()["author"]["username"] if answer.ok else answer.status_code

    def hook(self, text):
        return discord_webhook.DiscordWebhook(url=self.url, content=text, rate_limit_retry=True)

    def text(self, text, file=None, alt=None):
        hook = self.hook(text)
        if file is not None:
            with open(file, "rb") as opened:
                hook.add_file(opened.read(), os.path.basename(file))
        answer = hook.execute()
        return hook if answer.ok else answer.status_code

    picture = video = text

    def delete(self, hook):
        hook.delete()
