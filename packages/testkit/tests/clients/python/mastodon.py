import contextlib
import io
import json
import os
import tempfile

import mastodon
import toot
import toot.api
import toot.auth
from toot.cli import cli

from . import sandbox

SERVER = "https://mastodon.social"
SCOPES = ["read", "write"]


class Mastodon:
    network, limit = "mastodon", 500

    def __init__(self, token=None):
        client_id, client_secret = mastodon.Mastodon.create_app(
            "Trial", scopes=SCOPES, redirect_uris=sandbox.REDIRECT, api_base_url=SERVER
        )
        self.api = mastodon.Mastodon(
            client_id, client_secret, access_token=token, api_base_url=SERVER, ratelimit_method="throw"
        )
        if token is None:
            code = sandbox.code_of(self.api.auth_request_url(redirect_uris=sandbox.REDIRECT, scopes=SCOPES))
            self.api.log_in(code=code, redirect_uri=sandbox.REDIRECT, scopes=SCOPES)

    def me(self):
        return self.api.me().username

    def text(self, text, **more):
        return self.api.status_post(text, **more).id

    def reply(self, text, to):
        return self.text(text, in_reply_to_id=to)

    def picture(self, text, file, alt=None):
        media = self.api.media_post(file, description=alt, synchronous=True)
        return self.text(text, media_ids=[media])

    video = picture

    def read(self, post):
        return self.api.status(post).content

    def alt(self, post):
        return self.api.status(post).media_attachments[0].description

    def delete(self, post):
        self.api.status_delete(post)


class Toot:
    """The command toot, in this process."""

    network, limit = "mastodon", 500

    def __init__(self, token=None):
        os.environ["XDG_CONFIG_HOME"] = tempfile.mkdtemp()
        app = toot.auth.register_app("mastodon.social", SERVER)
        if token is None:
            toot.auth.login_auth_code(app, sandbox.code_of(toot.api.get_browser_login_url(app)))
        else:
            toot.config.save_user(toot.User(app.instance, "sandbox_owner", token), activate=True)

    def run(self, *args):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            cli([*args, "--json"], standalone_mode=False)
        # It says before that it waits for a file.
        return json.loads(printed.getvalue().splitlines()[-1])

    def me(self):
        return self.run("whoami")["username"]

    def text(self, text, *more):
        return self.run("post", text, *more)["id"]

    def reply(self, text, to):
        return self.text(text, "--reply-to", to)

    def picture(self, text, file, alt):
        return self.text(text, "--media", file, "--description", alt)

    def video(self, text, file):
        return self.text(text, "--media", file)

    def read(self, post):
        return self.run("status", post)["content"]

    def delete(self, post):
        self.run("delete", post)
