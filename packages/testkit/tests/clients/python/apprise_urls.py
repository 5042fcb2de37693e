import apprise

from . import mastodon, sandbox, telegram

SEED = sandbox.SEED


class Url:
    """One of Apprise's services, which returns whether it has sent a message."""

    def __init__(self, token=None):
        self.api = apprise.Apprise()
        assert self.api.add(self.address(token))

    def me(self):
        return self.text("Who am I")

    def text(self, text):
        return bool(self.api.notify(body=text))

    def picture(self, text, file, alt):
        return bool(self.api.notify(body=text, attach=file))

    def video(self, text, file):
        return self.picture(text, file, None)


class Telegram(Url):
    network, limit = "telegram", 4096

    def address(self, token):
        return f"tgram://{telegram.WRONG if token else telegram.TOKEN}/{telegram.CHANNEL}"


class Discord(Url):
    network, limit = "discord", 2000

    def address(self, token):
        webhook = SEED["discord"]["webhook"]
        return f"discord://{webhook['id']}/{token or webhook['token']}"


class Mastodon(Url):
    network, limit = "mastodon", 500

    def address(self, token):
        return f"mastodons://{token or mastodon.Mastodon().api.access_token}@mastodon.social"


class Bluesky(Url):
    network, limit = "bluesky", 300

    def address(self, token):
        seed = SEED["bluesky"]
        return f"bluesky://{seed['handles']['sandbox_owner']}@{token or seed['appPassword']}"
