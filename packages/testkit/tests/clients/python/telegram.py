import asyncio

import aiogram
import telebot
import telegram
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.types import FSInputFile, ReplyParameters

from . import sandbox

TOKEN = sandbox.SEED["telegram"]["bot"]["token"]
CHANNEL = sandbox.SEED["telegram"]["chats"]["channel"]
WRONG = "7000000001:wrong"


class Bot:
    network, limit = "telegram", 4096

    def __init__(self, token=None):
        self.api = self.connect(WRONG if token else TOKEN)

    def me(self):
        me, chat = self.call("get_me"), self.call("get_chat", CHANNEL)
        rights = self.call("get_chat_member", CHANNEL, me.id)
        administrators = self.call("get_chat_administrators", CHANNEL)
        updates = self.call("get_updates")
        return f"{me.username}, {rights.status} of {chat.title} among {len(administrators)}, {bool(updates)}"

    def text(self, text, **more):
        return self.call("send_message", CHANNEL, text, **more).message_id

    def reply(self, text, to):
        return self.text(text, reply_parameters=self.reply_parameters(to))

    def picture(self, text, file, alt):
        return self.call("send_photo", CHANNEL, self.opened(file), caption=text).message_id

    def video(self, text, file):
        return self.call("send_video", CHANNEL, self.opened(file), caption=text).message_id

    def delete(self, post):
        assert self.call("delete_message", CHANNEL, post)

    def opened(self, file):
        return open(file, "rb")


class Asynchronous(Bot):
    loop = asyncio.Runner()

    def call(self, method, *args, **named):
        return self.loop.run(getattr(self.api, method)(*args, **named))


class PythonTelegramBot(Asynchronous):
    connect, reply_parameters = telegram.Bot, telegram.ReplyParameters


class Aiogram(Asynchronous):
    def connect(self, token):
        # Its session trusts the certificates of a package alone.
        server = TelegramAPIServer.from_base(f"{sandbox.URL}/telegram")
        return aiogram.Bot(token, AiohttpSession(api=server))

    def reply_parameters(self, to):
        return ReplyParameters(message_id=to)

    def opened(self, file):
        return FSInputFile(file)


class Telebot(Bot):
    reply_parameters = telebot.types.ReplyParameters

    def connect(self, token):
        return telebot.TeleBot(token)

    def call(self, method, *args, **named):
        return getattr(self.api, method)(*args, **named)
