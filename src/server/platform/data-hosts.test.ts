import { expect, test } from 'vitest'
import type { Config } from './config.ts'
import { dataHosts } from './data-hosts.ts'
import { parseMediaUrl } from './storage/media-url.ts'

type Places = Pick<Config, 'mediaBucket' | 'backupBucket' | 'cdn'>

const hostsOf = (places: Partial<Places>) =>
  dataHosts({ mediaBucket: undefined, backupBucket: undefined, cdn: undefined, ...places })

const bucket = (text: string) => ({ ...parseMediaUrl(text, {})!, accessKeyId: 'id', secretAccessKey: 'secret' })

const cdn = (kind: 'fastly' | 'cloudflare' | 'varnish') => ({ kind, service: 'abc', token: 'secret', urls: [] })

test('the hosts of other companies are named without the bucket, and machines of the site are not', () => {
  expect(hostsOf({})).toEqual({})
  const media = bucket('s3://pictures?endpoint=https://s3.store.example')
  const backups = bucket('s3://vault?endpoint=https://s3.vault.example&style=virtual')
  expect(hostsOf({ mediaBucket: media, backupBucket: backups })).toEqual({
    media: 's3.store.example',
    backups: 's3.vault.example',
  })
  expect(hostsOf({ mediaBucket: bucket('s3://pictures?region=eu-west-1') })).toEqual({
    media: 's3.eu-west-1.amazonaws.com',
  })
  expect(hostsOf({ backupBucket: bucket('s3://vault?endpoint=http://127.0.0.1:9000') })).toEqual({})
  expect(hostsOf({ cdn: cdn('cloudflare') })).toEqual({ cdn: 'Cloudflare' })
  expect(hostsOf({ cdn: cdn('varnish') })).toEqual({})
})
