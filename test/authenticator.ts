import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { TEST_ORIGIN } from './test-app.ts'

type Over = {
  origin?: string
  /** User verification flag: finger, face or PIN. */
  isVerified?: boolean
  counter?: number
}

/** A WebAuthn authenticator with one passkey; returns the JSON that a browser would. */
export function makeAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  const credential = { id: base64url(id), rawId: base64url(id), type: 'public-key', clientExtensionResults: {} }

  function clientData(type: string, challenge: string, { origin = TEST_ORIGIN }: Over): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  function authenticatorData({ isVerified = true, counter = 0 }: Over, attested = Buffer.alloc(0)): Buffer {
    const present = 0x01
    const flags = present | (isVerified ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256('localhost'), Buffer.from([flags]), count, attested])
  }

  return {
    register(challenge: string, over: Over = {}) {
      // CBOR: a COSE key of type EC2, algorithm ES256, curve P-256.
      const coordinates = [x!, y!].map((text) => Buffer.from(text, 'base64url'))
      const key = Buffer.concat([hex('a5010203262001215820'), coordinates[0]!, hex('225820'), coordinates[1]!])
      const data = authenticatorData(over, Buffer.concat([Buffer.alloc(16), hex('0010'), id, key]))
      // CBOR: { fmt: 'none', attStmt: {}, authData }.
      const start = Buffer.concat([hex('a363'), Buffer.from('fmt'), hex('64'), Buffer.from('none')])
      const middle = Buffer.concat([hex('67'), Buffer.from('attStmt'), hex('a068'), Buffer.from('authData')])
      const attestation = Buffer.concat([start, middle, Buffer.from([0x58, data.length]), data])
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge, over)),
          attestationObject: base64url(attestation),
          transports: ['internal'],
        },
      }
    },
    signIn(challenge: string, over: Over = {}) {
      const client = clientData('webauthn.get', challenge, over)
      const data = authenticatorData(over)
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
        },
      }
    },
  }
}

const base64url = (bytes: Buffer) => bytes.toString('base64url')
const hex = (text: string) => Buffer.from(text, 'hex')
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()
