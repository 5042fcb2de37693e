import atproto

from . import sandbox


class Atproto:
    network, limit = "bluesky", 300

    def __init__(self, token=None):
        self.api = atproto.Client("https://bsky.social")
        seed = sandbox.SEED["bluesky"]
        self.profile = self.api.login(seed["handles"]["sandbox_owner"], token or seed["appPassword"])

    def me(self):
        return self.profile.handle

    def text(self, text, **more):
        return self.api.send_post(text, **more)

    def reply(self, text, to):
        ref = atproto.models.create_strong_ref(to)
        return self.text(text, reply_to=atproto.models.AppBskyFeedPost.ReplyRef(parent=ref, root=ref))

    def picture(self, text, file, alt):
        with open(file, "rb") as opened:
            return self.api.send_image(text, opened.read(), alt)

    def video(self, text, file):
        with open(file, "rb") as opened:
            return self.api.send_video(text, opened.read(), video_alt="A film")

    def find(self, post):
        feed = self.api.get_author_feed(self.profile.did).feed
        return next(one.post for one in feed if one.post.uri == post.uri)

    def read(self, post):
        return self.find(post).record.text

    def alt(self, post):
        return self.find(post).embed.images[0].alt

    def delete(self, post):
        assert self.api.delete_post(post.uri)
