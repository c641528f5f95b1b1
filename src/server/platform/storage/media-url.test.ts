import { expect, test } from 'vitest'
import { parseMediaUrl } from './media-url.ts'

test.each([
  ['s3://dew', 'https://dew.s3.us-east-1.amazonaws.com', '', 'us-east-1'],
  ['s3://dew?region=eu-central-1', 'https://dew.s3.eu-central-1.amazonaws.com', '', 'eu-central-1'],
  ['s3://dew.example/a/b/', 'https://s3.us-east-1.amazonaws.com/dew.example', 'a/b/', 'us-east-1'],
  ['s3://dew?endpoint=http://127.0.0.1:9000', 'http://127.0.0.1:9000/dew', '', 'us-east-1'],
  ['s3://dew?endpoint=https://x.example/storage/s3/', 'https://x.example/storage/s3/dew', '', 'us-east-1'],
  ['s3://dew/site?endpoint=https://s3.example&style=virtual&region=auto', 'https://dew.s3.example', 'site/', 'auto'],
])('%s is %s with the prefix "%s" in %s', (url, address, prefix, region) => {
  expect(parseMediaUrl(url, {})).toEqual({ address, prefix, region, sessionToken: undefined })
})

test('the region and the session token can come from the environment', () => {
  expect(parseMediaUrl('s3://dew', { AWS_REGION: 'eu-west-1', AWS_SESSION_TOKEN: 'token' })).toMatchObject({
    address: 'https://dew.s3.eu-west-1.amazonaws.com',
    sessionToken: 'token',
  })
})

test.each([
  'dew',
  'https://s3.example/dew',
  's3://',
  's3://d',
  's3://Dew_Bucket',
  's3://id:secret@dew',
  's3://dew?endpoint=s3.example',
  's3://dew?endpoint=ftp://s3.example',
  's3://dew?endpoint=https://id:secret@s3.example',
  's3://dew?endpoint=',
  's3://dew?style=dns',
  's3://dew?region=eu%20west',
  's3://dew?end-point=https://s3.example',
  's3://dew/a//b',
  's3://dew/a%2Fb',
])('%s is rejected as a media URL', (url) => {
  expect(parseMediaUrl(url, {})).toBeUndefined()
})
