import { createPublicKey, createVerify, type KeyObject } from 'node:crypto'
import * as z from 'zod/mini'
import { type HookContext, isRecent } from '../hook-provider.ts'

/**
 * Messages of Amazon SNS over HTTP and their signature.
 * docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message-verify-message-signature.html
 */
export const SnsMessage = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: z.string(),
  TopicArn: z.string().check(z.maxLength(300), z.regex(/^[\x21-\x7e]+$/)),
  Message: z.string(),
  Timestamp: z.string(),
  Subject: z.optional(z.nullable(z.string())),
  Token: z.optional(z.string()),
  SubscribeURL: z.optional(z.string()),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.string(),
  SigningCertURL: z.string(),
})
type SnsMessage = z.infer<typeof SnsMessage>

const CERTIFICATE_MAX = 16_384
const CACHE_MAX = 8

/** Keys of certificates by URL; a new certificate has a new URL. */
const keys = new Map<string, KeyObject>()

/** Amazon repeats a message to an HTTPS address for at most an hour, with the time of the first attempt. */
const TOLERANCE_SECONDS = 65 * 60

/** Whether Amazon has signed a message lately, or why that is not enough: only the topic that was confirmed first counts. */
export async function verifySns(message: SnsMessage, context: HookContext): Promise<boolean | string> {
  const seconds = String(Math.floor(Date.parse(message.Timestamp) / 1000))
  if (!isRecent(seconds, context.now, TOLERANCE_SECONDS)) return 'The message of Amazon SNS is too old.'
  if (!(await isSignedBySns(message, context))) return false
  if (context.topic !== null && context.topic !== message.TopicArn) return ANOTHER_TOPIC
  if (context.topic === null && message.Type !== 'SubscriptionConfirmation')
    return 'No subscription to a topic of Amazon SNS has been confirmed for this address yet.'
  return true
}

const ANOTHER_TOPIC = 'The message is from another topic of Amazon SNS. To change the topic, replace the address.'

async function isSignedBySns(message: SnsMessage, context: HookContext): Promise<boolean> {
  const { SigningCertURL, Signature, SignatureVersion } = message
  const url = amazonUrl(SigningCertURL)
  if (!url || !/^\/SimpleNotificationService-[A-Za-z0-9]{1,64}\.pem$/.test(url.pathname) || url.search) return false
  const key = keys.get(url.href) ?? (await fetchKey(url.href, context))
  if (!key) return false
  const verifier = createVerify(SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256').update(signedText(message))
  return verifier.verify(key, Signature, 'base64')
}

/** Confirms that this address wants the messages of a topic, and of this one only. Throws if Amazon does not accept it. */
export async function confirmSubscription(
  { Type, SubscribeURL, TopicArn }: SnsMessage,
  { request, pinTopic }: HookContext,
): Promise<void> {
  if (Type !== 'SubscriptionConfirmation') return
  const url = amazonUrl(SubscribeURL ?? '')
  if (url?.searchParams.get('Action') !== 'ConfirmSubscription') return
  const { status } = await request(url.href, { method: 'GET' })
  if (status !== 200) throw new Error(`Amazon answered the confirmation of the subscription with ${status}.`)
  if (!(await pinTopic(TopicArn))) throw new Error(ANOTHER_TOPIC)
}

/** Undefined for every host that is not SNS of a region: `sns.s3.amazonaws.com` is a bucket of anybody. */
function amazonUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isAmazon =
    url?.protocol === 'https:' &&
    /^sns\.[a-z]{2}(?:-[a-z]{2,12}){1,3}-\d{1,2}\.amazonaws\.com(?:\.cn)?$/.test(url.hostname) &&
    url.port === '' &&
    url.username === '' &&
    url.password === ''
  return isAmazon ? url : undefined
}

async function fetchKey(url: string, { request }: HookContext): Promise<KeyObject | undefined> {
  const { status, body } = await request(url, { method: 'GET', bodyMax: CERTIFICATE_MAX, anyType: true })
  if (status !== 200) throw new Error(`The certificate of Amazon could not be fetched: status ${status}.`)
  const key = parseKey(body)
  if (key?.asymmetricKeyType !== 'rsa') return undefined
  if (keys.size >= CACHE_MAX) keys.clear()
  keys.set(url, key)
  return key
}

function parseKey(pem: string): KeyObject | undefined {
  try {
    return createPublicKey(pem)
  } catch {
    return undefined
  }
}

const signedFields = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
} as const

function signedText(message: SnsMessage): string {
  return signedFields[message.Type]
    .flatMap((name) => (message[name] === undefined || message[name] === null ? [] : `${name}\n${message[name]}\n`))
    .join('')
}
