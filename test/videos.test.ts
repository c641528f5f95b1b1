import { expect, test } from 'vitest'
import { socialCardOf } from '../src/contract/content/social-cards.ts'
import { videoHosts, videoOf } from '../src/contract/content/videos.ts'
import { type Addresses, cardAddresses, videoAddresses } from './video-addresses.ts'

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

const countOf = ({ shown, refused }: Addresses) => Object.values(shown).flat().length + refused.length

test.each(Object.entries(videoAddresses))('40 addresses of %s: each plays, or is refused', (service, addresses) => {
  expect(countOf(addresses)).toBeGreaterThanOrEqual(40)
  for (const [page, written] of Object.entries(addresses.shown))
    for (const address of written) {
      const video = videoOf(address)
      expect(video?.page, address).toBe(page)
      expect(video?.isUpright, address).toBe(service === 'Shorts' || service === 'TikTok')
      expect(videoHosts, address).toContain(new URL(video!.embed).origin)
      expect(videoOf(page), address).toEqual(video)
    }
  for (const address of addresses.refused) expect(videoOf(address), address).toBeUndefined()
})

test.each(Object.entries(cardAddresses))(
  '40 addresses of %s: each is a card, or a plain link',
  (network, addresses) => {
    expect(countOf(addresses)).toBeGreaterThanOrEqual(40)
    for (const [page, written] of Object.entries(addresses.shown))
      for (const address of [...written, page]) {
        expect(socialCardOf(address), address).toEqual({ network, page })
        expect(videoOf(address), address).toBeUndefined()
      }
    for (const address of addresses.refused) expect(socialCardOf(address), address).toBeUndefined()
  },
)

test('a video of TikTok plays by its id alone and without videos of others', () => {
  expect(videoOf('https://www.tiktok.com/@scout2015/video/6718335390845095173')).toEqual({
    provider: 'TikTok',
    page: 'https://www.tiktok.com/@scout2015/video/6718335390845095173',
    embed: 'https://www.tiktok.com/player/v1/6718335390845095173?rel=0',
    isUpright: true,
  })
})

test('every player is on a host that pages may embed', () => {
  for (const address of [
    'https://youtu.be/aqz-KE-bpKQ',
    'https://vimeo.com/76979871',
    'https://www.tiktok.com/video/6718335390845095173',
  ])
    expect(videoHosts).toContain(new URL(videoOf(address)!.embed).origin)
})
