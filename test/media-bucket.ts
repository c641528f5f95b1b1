import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { type Bucket, parseMediaUrl } from '../src/server/platform/storage/media-url.ts'
import { createS3 } from '../src/server/platform/storage/s3.ts'
import type { S3Limits } from '../src/server/platform/storage/s3-requests.ts'
import { createS3Storage } from '../src/server/platform/storage/s3-storage.ts'
import { S3_KEYS, testS3 } from './s3-server.ts'

type Choices = { bucket?: Partial<Bucket>; cacheBytes?: number; limits?: Partial<S3Limits> }

/** Media in a bucket of a test server; `another` is a second machine with a separate disk cache on the same bucket. */
export async function testBucket(choices: Choices = {}) {
  const server = await testS3()
  return { server, ...machine(server.url, choices), another: () => machine(server.url, choices) }
}

function machine(url: string, { bucket, cacheBytes = 1_000_000, limits }: Choices) {
  const cacheDir = mkdtempSync(path.join(tmpdir(), 'dewlight-bucket-'))
  onTestFinished(() => rmSync(cacheDir, { recursive: true, force: true }))
  const time = { now: Date.now() }
  const failed: unknown[] = []
  const media = createS3Storage({
    s3: createS3(
      {
        ...parseMediaUrl(url, {})!,
        accessKeyId: S3_KEYS.AWS_ACCESS_KEY_ID,
        secretAccessKey: S3_KEYS.AWS_SECRET_ACCESS_KEY,
        ...bucket,
      },
      { limits: { backoff: [1, 2], ...limits } },
    ),
    cacheDir,
    cacheBytes,
    onError: (error) => failed.push(error),
    now: () => time.now,
  })
  return { media, cacheDir, time, failed }
}
