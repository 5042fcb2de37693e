import facebook
from facebook_business.adobjects.page import Page
from facebook_business.adobjects.pagepost import PagePost
from facebook_business.adobjects.user import User
from facebook_business.api import FacebookAdsApi

from . import sandbox

SCOPES = ["pages_show_list", "pages_manage_posts", "pages_read_engagement", "pages_manage_engagement"]


def page_of_owner():
    """Signs in with facebook-sdk, and returns the page with its token."""
    api = facebook.GraphAPI(version="3.1")
    client_id, client_secret = sandbox.APP
    url = api.get_auth_url(client_id, sandbox.REDIRECT, SCOPES)
    token = api.get_access_token_from_code(sandbox.code_of(url), sandbox.REDIRECT, client_id, client_secret)
    user = facebook.GraphAPI(token["access_token"], version="3.1")
    pages = user.get_connections("me", "accounts")["data"]
    [page] = [page for page in pages if page["id"] == sandbox.SEED["facebook"]["accounts"]["sandbox_owner"]]
    return page


class FacebookSdk:
    network, limit = "facebook", 63206

    def __init__(self, token=None):
        self.api = facebook.GraphAPI(token or page_of_owner()["access_token"], version="3.1")

    def me(self):
        return self.api.get_object("me")["name"]

    def text(self, text):
        return self.api.put_object("me", "feed", message=text)["id"]

    def picture(self, text, file, alt):
        with open(file, "rb") as opened:
            return self.api.put_photo(opened, message=text, alt_text_custom=alt)["post_id"]

    def reply(self, text, to):
        return self.api.put_comment(to, text)["id"]

    def read(self, post):
        return self.api.get_object(post, fields="message")["message"]

    def delete(self, post):
        self.api.delete_object(post)


class FacebookBusiness:
    network, limit = "facebook", 63206

    def __init__(self, token=None):
        page = page_of_owner()
        api = FacebookAdsApi.init(*sandbox.APP, token or page["access_token"])
        self.api, self.page = api, Page(page["id"], api=api)

    def me(self):
        return self.page.api_get(fields=["name"])["name"]

    def text(self, text):
        return self.page.create_feed(params={"message": text})["id"]

    def picture(self, text, file, alt):
        params = {"message": text, "alt_text_custom": alt}
        request = self.page.create_photo(params=params, pending=True)
        return request.add_file(file).execute()["post_id"]

    def video(self, text, file):
        with open(file, "rb") as opened:
            path = (self.page["id"], "videos")
            return self.api.call("POST", path, {"description": text}, files={"source": opened}).json()["id"]

    def reply(self, text, to):
        return PagePost(to, api=self.api).create_comment(params={"message": text})["id"]

    def read(self, post):
        return PagePost(post, api=self.api).api_get(fields=["message"])["message"]

    def delete(self, post):
        PagePost(post, api=self.api).api_delete()
