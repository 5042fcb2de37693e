import base64

import tweepy

from . import sandbox


class Tweepy:
    network, limit = "x", 280

    def __init__(self, token=None):
        self.api = tweepy.Client(token or sign_in())

    def me(self):
        return self.api.get_me(user_auth=False).data.username

    def text(self, text, **more):
        return self.api.create_tweet(text=text, user_auth=False, **more).data["id"]

    def reply(self, text, to):
        return self.text(text, in_reply_to_tweet_id=to)

    def picture(self, text, file, alt):
        with open(file, "rb") as opened:
            media = base64.b64encode(opened.read()).decode()
        # tweepy has no method for uploads of version 2.
        upload = {"media": media, "media_category": "tweet_image"}
        media_id = self.api.request("POST", "/2/media/upload", json=upload).json()["data"]["id"]
        described = {"id": media_id, "metadata": {"alt_text": {"text": alt}}}
        self.api.request("POST", "/2/media/metadata", json=described)
        return self.text(text, media_ids=[media_id])

    def read(self, post):
        found = self.api.get_tweet(post, expansions=["author_id"], user_auth=False)
        return f"{found.includes['users'][0].username}: {found.data.text}"

    def alt(self, post):
        fields = {"expansions": ["attachments.media_keys"], "media_fields": ["alt_text"]}
        [media] = self.api.get_tweet(post, **fields, user_auth=False).includes["media"]
        return media.alt_text

    def delete(self, post):
        self.api.delete_tweet(post, user_auth=False)


def sign_in():
    client_id, client_secret = sandbox.APP
    scope = ["tweet.read", "tweet.write", "users.read", "media.write", "offline.access"]
    handler = tweepy.OAuth2UserHandler(
        client_id=client_id, client_secret=client_secret, redirect_uri=sandbox.REDIRECT, scope=scope
    )
    back = sandbox.approve(handler.get_authorization_url())
    return handler.fetch_token(back.replace("http://", "https://"))["access_token"]
