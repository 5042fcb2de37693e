from google.oauth2.credentials import Credentials
from googleapiclient.discovery import build
from googleapiclient.http import MediaFileUpload
from requests_oauthlib import OAuth2Session

from . import sandbox

SCOPES = ["https://www.googleapis.com/auth/youtube.force-ssl", "https://www.googleapis.com/auth/youtube.upload"]
TOKEN_ADDRESS = "https://oauth2.googleapis.com/token"


class GoogleApi:
    network, limit = "youtube", 5000

    def __init__(self, token=None):
        self.api = build("youtube", "v3", credentials=Credentials(token or sign_in()))

    def me(self):
        [channel] = self.api.channels().list(part="snippet", mine=True).execute()["items"]
        self.channel = channel["id"]
        return channel["snippet"]["title"]

    def video(self, text, file):
        body = {"snippet": {"title": text[:100], "description": text}, "status": {"privacyStatus": "public"}}
        upload = MediaFileUpload(file, mimetype="video/mp4", resumable=True, chunksize=262_144)
        return self.api.videos().insert(part="snippet,status", body=body, media_body=upload).execute()["id"]

    def reply(self, text, to):
        comment = {"channelId": self.channel, "videoId": to, "topLevelComment": {"snippet": {"textOriginal": text}}}
        return self.api.commentThreads().insert(part="snippet", body={"snippet": comment}).execute()["id"]

    def read(self, post):
        [found] = self.api.videos().list(part="snippet", id=post).execute()["items"]
        return found["snippet"]["description"]

    def delete(self, post):
        self.api.videos().delete(id=post).execute()


def sign_in():
    session = OAuth2Session(sandbox.APP[0], redirect_uri=sandbox.REDIRECT, scope=SCOPES)
    url, _ = session.authorization_url("https://accounts.google.com/o/oauth2/v2/auth", access_type="offline")
    return session.fetch_token(TOKEN_ADDRESS, code=sandbox.code_of(url), client_secret=sandbox.APP[1])["access_token"]
