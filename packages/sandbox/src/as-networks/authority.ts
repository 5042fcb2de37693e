import { generateKeyPair, randomBytes } from 'node:crypto';
import { createSecureContext, type SecureContext } from 'node:tls';
import { promisify } from 'node:util';
import forge from 'node-forge';

const lifetimeMs = 7 * 24 * 60 * 60 * 1000;
const clockSkewMs = 60 * 60 * 1000;
const generateKeys = promisify(generateKeyPair);

/** A certificate authority of this process that signs for any host name. */
export interface Authority {
  /** The authority's own certificate, for programs that are to trust it. */
  readonly certificate: string;
  /** Returns what a TLS server needs to answer as the host; made once per host. */
  contextFor(host: string): SecureContext;
}

/** Creates an authority with a new key, which never leaves memory. */
export async function createAuthority(): Promise<Authority> {
  // One key serves all hosts, because all of them are this process.
  const [rootKeys, hostKeys] = await Promise.all([createKeys(), createKeys()]);
  const name = [{ name: 'commonName', value: `Social sandbox ${randomBytes(4).toString('hex')}` }];
  const root = createCertificate(rootKeys.publicKey, { subject: name, issuer: name });
  root.setExtensions([
    { name: 'basicConstraints', critical: true, cA: true, pathLenConstraint: 0 },
    { name: 'keyUsage', critical: true, keyCertSign: true, cRLSign: true },
    { name: 'subjectKeyIdentifier' },
  ]);
  root.sign(rootKeys.privateKey, forge.md.sha256.create());
  const keyIdentifier = root.generateSubjectKeyIdentifier().getBytes();
  const certificate = forge.pki.certificateToPem(root);
  const mint = (host: string): SecureContext => {
    const subject = [{ name: 'commonName', value: host }];
    const leaf = createCertificate(hostKeys.publicKey, { subject, issuer: name });
    leaf.setExtensions([
      { name: 'basicConstraints', critical: true, cA: false },
      { name: 'keyUsage', critical: true, digitalSignature: true, keyEncipherment: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: host }] },
      { name: 'authorityKeyIdentifier', keyIdentifier },
      { name: 'subjectKeyIdentifier' },
    ]);
    leaf.sign(rootKeys.privateKey, forge.md.sha256.create());
    return createSecureContext({ key: hostKeys.privatePem, cert: forge.pki.certificateToPem(leaf) + certificate });
  };
  const contexts = new Map<string, SecureContext>();
  return {
    certificate,
    contextFor: (host) => {
      const context = contexts.get(host) ?? mint(host);
      contexts.set(host, context);
      return context;
    },
  };
}

async function createKeys() {
  const { publicKey, privateKey } = await generateKeys('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return {
    publicKey: forge.pki.publicKeyFromPem(publicKey),
    privateKey: forge.pki.privateKeyFromPem(privateKey),
    privatePem: privateKey,
  };
}

function createCertificate(
  publicKey: forge.pki.PublicKey,
  { subject, issuer }: Record<'subject' | 'issuer', forge.pki.CertificateField[]>,
): forge.pki.Certificate {
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = publicKey;
  // A leading 1 keeps the number positive.
  certificate.serialNumber = `1${randomBytes(15).toString('hex')}`;
  certificate.validity.notBefore = new Date(Date.now() - clockSkewMs);
  certificate.validity.notAfter = new Date(Date.now() + lifetimeMs);
  certificate.setSubject(subject);
  certificate.setIssuer(issuer);
  return certificate;
}
