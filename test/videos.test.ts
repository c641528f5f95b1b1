import { expect, test } from 'vitest'
import { videoHosts, videoOf } from '../src/contract/content/videos.ts'

const youTube = 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?autoplay=1&rel=0'

test.each([
  ['https://www.youtube.com/watch?v=aqz-KE-bpKQ', youTube],
  ['https://youtube.com/watch?list=x&v=aqz-KE-bpKQ', youTube],
  ['https://m.youtube.com/watch?v=aqz-KE-bpKQ&t=1m30s', `${youTube}&start=90`],
  ['https://youtu.be/aqz-KE-bpKQ?t=42', `${youTube}&start=42`],
  ['https://www.youtube.com/shorts/aqz-KE-bpKQ', youTube],
  ['https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ', youTube],
  ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1'],
  ['https://vimeo.com/channels/staffpicks/76979871', 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1'],
  ['https://vimeo.com/76979871/abcdef0123', 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1&h=abcdef0123'],
  ['https://videos.example/wash.mp4?v=2', 'https://videos.example/wash.mp4?v=2'],
  ['/wash.mp4', '/wash.mp4'],
])('%s is embedded as %s, and so is the page it names', (address, embed) => {
  expect(videoOf(address)?.embed).toBe(embed)
  expect(videoOf(videoOf(address)!.page)?.embed).toBe(embed)
})

test.each([
  '',
  'https://www.youtube.com/',
  'https://www.youtube.com/watch?v=short',
  'https://www.youtube.com/watch?v="><script>',
  'https://youtube.com.evil.example/watch?v=aqz-KE-bpKQ',
  'https://evil.example/?https://youtu.be/aqz-KE-bpKQ',
  'https://youtu.be@evil.example/aqz-KE-bpKQ',
  'javascript:alert(1)//aqz-KE-bpKQ.mp4',
  'data:text/html,x.mp4',
  '//evil.example/a.mp4',
  'http://videos.example/wash.mp4',
  'https://vimeo.com/about',
])('%j is not taken for a video', (address) => {
  expect(videoOf(address)).toBeUndefined()
})

test('every player is on a host that pages may embed', () => {
  for (const address of ['https://youtu.be/aqz-KE-bpKQ', 'https://vimeo.com/76979871'])
    expect(videoHosts).toContain(new URL(videoOf(address)!.embed).origin)
})
