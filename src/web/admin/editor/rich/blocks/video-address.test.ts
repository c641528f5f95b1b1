import { expect, test } from 'vitest'
import { addressedVideo, addressProblem } from './video-address.ts'

test.each([
  'https://vm.tiktok.com/ZMabc123/',
  'https://vt.tiktok.com/ZSabc123/',
  'https://www.tiktok.com/t/ZTabc123/',
  'https://www.instagram.com/share/reel/BAabc123',
  'https://pin.it/5AbCdEf',
])('%s is short, so only its service knows where it leads', (address) => {
  expect(addressProblem(address)).toBe('Please open it once and paste the address from the bar')
  expect(addressedVideo(address)).toBeUndefined()
})

test.each([
  'https://www.tiktok.com/@scout2015/live',
  'https://www.tiktok.com/live',
  'https://www.tiktok.com/embed/live/@scout2015',
  'https://live.tiktok.com/@scout2015',
  'https://www.instagram.com/linden.skin/live/',
  'https://www.youtube.com/@name/live',
])('%s is live', (address) => {
  expect(addressProblem(address)).toBe('Live videos cannot be shown here')
  expect(addressedVideo(address)).toBeUndefined()
})

test.each([
  'https://www.tiktok.com/@scout2015/video/6718335390845095173',
  'https://www.youtube.com/live/aqz-KE-bpKQ',
  'https://www.instagram.com/reel/CuZ-x_1AbCd/',
  'https://shop.example/live',
  'https://www.tiktok.com/@scout2015',
  'A sentence.',
  '',
])('%j has no problem, shown or not', (address) => {
  expect(addressProblem(address)).toBeUndefined()
})

test('a video for phones is upright, a card is named after its network', () => {
  expect(addressedVideo('https://youtube.com/shorts/aqz-KE-bpKQ?si=x')).toEqual({
    href: 'https://www.youtube.com/shorts/aqz-KE-bpKQ',
    title: 'Watch the video',
    'data-shape': 'upright',
  })
  expect(addressedVideo('https://youtu.be/aqz-KE-bpKQ')).toMatchObject({ 'data-shape': null })
  expect(addressedVideo('https://www.instagram.com/reels/CuZ-x_1AbCd/?igsh=x')).toEqual({
    href: 'https://www.instagram.com/reel/CuZ-x_1AbCd/',
    title: 'See it on Instagram',
    'data-shape': null,
  })
})
