"""S3 server of the tests: OpenStack Swift behind its s3api, all in this process, on loopback, in a folder of its own.

Prints one JSON line when it answers. Ends, and removes its folder, at the end of stdin, on SIGTERM and on SIGINT.
"""
import json, os, shutil, signal, sys, tempfile
import eventlet
from array import array
from eventlet import wsgi

eventlet.patcher.monkey_patch(all=False, socket=True, select=True, thread=True)
KEY, SECRET, REGION = 'test:tester', 'secret-of-the-tests', 'us-east-1'


def folder():
    """Makes a folder where files take extended attributes, which hold what Swift knows of an object."""
    # The memory of some systems takes none.
    for parent in (tempfile.gettempdir(), '/var/tmp', os.path.expanduser('~')):
        try:
            made = tempfile.mkdtemp(prefix='social-s3-', dir=parent)
        except OSError:
            continue
        try:
            os.setxattr(made, 'user.probe', b'1')
            return made
        except OSError:
            os.rmdir(made)
    sys.exit('no folder for temporary files takes extended attributes')


base = folder()
etc, dev = base + '/etc', base + '/dev'
for path in (etc, dev + '/disk', base + '/cache'):
    os.makedirs(path)


def end(*_):
    shutil.rmtree(base, ignore_errors=True)
    os._exit(0)


for number in (signal.SIGTERM, signal.SIGINT):
    signal.signal(number, end)


def await_end_of_input():
    while os_read(0, 4096):
        pass
    end()


os_read = os.read
eventlet.patcher.original('threading').Thread(target=await_end_of_input, daemon=True).start()


def write(name, text):
    with open('%s/%s' % (etc, name), 'w') as file:
        file.write(text)


def filters(names):
    return ''.join('[filter:%s]\nuse = egg:swift#%s\n' % (name, name) for name in names)


write('swift.conf', '[swift-hash]\nswift_hash_path_prefix = a\nswift_hash_path_suffix = b\n'
      '[storage-policy:0]\nname = only\ndefault = yes\n[swift-constraints]\nmax_header_size = 32768\n')
write('proxy-server.conf', '''[DEFAULT]
swift_dir = %s
log_level = WARNING
[pipeline:main]
pipeline = catch_errors gatekeeper listing_formats bulk s3api tempauth copy slo dlo versioned_writes symlink proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
allow_account_management = true
node_timeout = 60
conn_timeout = 5
recoverable_node_timeout = 60
[filter:s3api]
use = egg:swift#s3api
location = %s
min_segment_size = 5242880
[filter:tempauth]
use = egg:swift#tempauth
user_%s = %s .admin
[filter:slo]
use = egg:swift#slo
rate_limit_after_segment = 100000
[filter:versioned_writes]
use = egg:swift#versioned_writes
allow_object_versioning = true
''' % (etc, REGION, KEY.replace(':', '_'), SECRET)
      + filters(('catch_errors', 'gatekeeper', 'listing_formats', 'bulk', 'copy', 'dlo', 'symlink')))

from swift.common import utils
utils.set_swift_dir(etc)
from swift.common.storage_policy import reload_storage_policies
reload_storage_policies()
from swift.account.server import AccountController
from swift.common.http_protocol import SwiftHttpProtocol
from swift.common.ring import RingData
from swift.common.wsgi import loadapp
from swift.container.server import ContainerController
from swift.obj.server import ObjectController


class Memory(dict):
    """What Swift asks of memcached."""

    def __bool__(self):
        return True

    def get(self, key, raise_on_error=False):
        return dict.get(self, key)

    def set(self, key, value, serialize=True, time=0, min_compress_len=0, raise_on_error=False):
        self[key] = value

    def delete(self, key, server_key=None):
        self.pop(key, None)

    def incr(self, key, delta=1, time=0):
        self[key] = max(0, int(self.get(key) or 0) + int(delta))
        return self[key]

    def get_multi(self, keys, server_key=None):
        return [self.get(key) for key in keys]

    def set_multi(self, mapping, server_key=None, serialize=True, time=0, min_compress_len=0):
        self.update(mapping)


def listen():
    return eventlet.listen(('127.0.0.1', 0), backlog=512)


settings = {'devices': dev, 'swift_dir': etc, 'mount_check': 'false', 'log_level': 'WARNING', 'disable_fallocate': 'true',
            'fallocate_reserve': '0', 'recon_cache_path': base + '/cache', 'node_timeout': '60'}
memory = Memory()
silence = open(os.devnull, 'w')


def serve(socket, app):
    eventlet.spawn(wsgi.server, socket, app, silence, protocol=SwiftHttpProtocol, log_output=False,
                   capitalize_response_headers=False)


for name, controller in (('account', AccountController), ('container', ContainerController), ('object', ObjectController)):
    socket = listen()
    port = socket.getsockname()[1]
    disk = {'id': 0, 'zone': 1, 'region': 1, 'device': 'disk', 'weight': 1.0, 'meta': '', 'ip': '127.0.0.1', 'port': port,
            'replication_ip': '127.0.0.1', 'replication_port': port}
    RingData([array('H', [0])], [disk], 32).save('%s/%s.ring.gz' % (etc, name))
    serve(socket, controller(settings))

proxy = loadapp(etc + '/proxy-server.conf', global_conf={})


def front(environment, start_response):
    environment['swift.cache'] = memory
    return proxy(environment, start_response)


socket = listen()
serve(socket, front)
print(json.dumps({'endpoint': 'http://127.0.0.1:%d' % socket.getsockname()[1], 'region': REGION, 'accessKeyId': KEY,
                  'secretAccessKey': SECRET}), flush=True)
while True:
    eventlet.sleep(3600)
