import os

import requests
from linkedin_api.clients.auth.client import AuthClient
from linkedin_api.clients.restli.client import RestliClient

from . import sandbox

VERSION = "202609"
SCOPES = ["openid", "profile", "email", "w_member_social", "w_member_social_feed"]


class LinkedinApi:
    """Has no errors of its own: each answer has its status."""

    network, limit = "linkedin", 3000

    def __init__(self, token=None):
        self.api = trusting(RestliClient())
        self.access = {"access_token": token or sign_in()}
        self.person = f"urn:li:person:{sandbox.SEED['linkedin']['accounts']['sandbox_owner']}"

    def me(self):
        answer = self.api.get(resource_path="/userinfo", **self.access)
        return answer.entity.get("name", answer.status_code)

    def text(self, text, **more):
        entity = {
            **{"author": self.person, "commentary": text, "visibility": "PUBLIC", "lifecycleState": "PUBLISHED"},
            **{"distribution": {"feedDistribution": "MAIN_FEED"}, "isReshareDisabledByAuthor": False, **more},
        }
        answer = self.api.create(resource_path="/posts", entity=entity, version_string=VERSION, **self.access)
        return answer.entity_id or answer.status_code

    def picture(self, text, file, alt):
        upload = {"initializeUploadRequest": {"owner": self.person}}
        place = {"action_name": "initializeUpload", "action_params": upload, "version_string": VERSION}
        image = self.api.action(resource_path="/images", **place, **self.access).value
        with open(file, "rb") as opened:
            headers = {"Authorization": f"Bearer {self.access['access_token']}"}
            requests.put(image["uploadUrl"], data=opened, headers=headers).raise_for_status()
        return self.text(text, content={"media": {"id": image["image"], "altText": alt}})

    def reply(self, text, to):
        entity = {"actor": self.person, "object": to, "message": {"text": text}}
        place = {"resource_path": "/socialActions/{urn}/comments", "path_keys": {"urn": to}}
        answer = self.api.create(**place, entity=entity, version_string=VERSION, **self.access)
        assert answer.status_code == 201, answer.response.text

    def delete(self, post):
        place = {"resource_path": "/posts/{urn}", "path_keys": {"urn": post}}
        assert self.api.delete(**place, version_string=VERSION, **self.access).status_code == 204


def trusting(client):
    """Its requests leave out the variables with certificates."""
    client.session.verify = os.environ["SSL_CERT_FILE"]
    return client


def sign_in():
    client = trusting(AuthClient(*sandbox.APP, sandbox.REDIRECT))
    code = sandbox.code_of(client.generate_member_auth_url(SCOPES))
    return client.exchange_auth_code_for_access_token(code).access_token
