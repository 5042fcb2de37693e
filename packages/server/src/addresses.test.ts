import { expect, test } from 'vitest';
import { isPublicAddress } from './addresses.ts';

test.each([
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '168.63.129.16',
  '::ffff:168.63.129.16',
  '100.64.0.1',
  '100.100.100.200',
  '198.18.0.1',
  '192.0.2.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  '::7f00:1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2001:db8::1',
  'fe80::1',
  'fec0::1',
  'fc00::1',
  'fd00::1',
  'ff02::1',
  'not an address',
])('refuses %s', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['100.63.255.254', '100.128.0.1', '172.15.255.255', '172.32.0.1', '11.0.0.1', '8.8.8.8', '2606:4700::1111'])(
  'accepts %s, just outside a refused network',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);
