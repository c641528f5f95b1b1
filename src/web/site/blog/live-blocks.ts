import { POST_BODY } from '../../lib/served-body.ts'
import { pairColumns } from './pair-columns.ts'

/**
 * The blocks that do something: the slider over two pictures, the columns of a comparison, and the player that replaces the link to a video. Loaded by
 * pages that show one, without React. A body may be started again. Elements are created without HTML, as trusted types require.
 */
export function startLiveBlocks(body: HTMLElement): void {
  for (const block of body.querySelectorAll<HTMLElement>('[data-block="compare"]')) addSlider(block)
  for (const block of body.querySelectorAll<HTMLElement>('[data-block="comparison"]')) pairColumns(block)
  // Before the links of the text, which would navigate.
  document.addEventListener('click', play, true)
}

function play(event: MouseEvent): void {
  const link = (event.target as Element).closest<HTMLAnchorElement>(`#${POST_BODY} a[data-embed]`)
  if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  event.stopPropagation()
  embed(link)
}

/** Half of the handle's width: at the ends of its way, the handle is this far from the edge. */
const HANDLE = '1.375rem'

function addSlider(block: HTMLElement): void {
  if (block.querySelector('input') || block.querySelectorAll('img').length !== 2) return
  const [before = 'Before', after = 'After'] = [...block.querySelectorAll('figure')].map(
    (figure) => figure.querySelector('figcaption')?.textContent?.trim() || undefined,
  )
  const slider = document.createElement('input')
  Object.assign(slider, { type: 'range', min: '0', max: '100', step: '1', value: '50' })
  slider.setAttribute('aria-label', `Compare: ${before}, ${after}`)
  const show = () => {
    const at = slider.valueAsNumber
    const between = `calc(${HANDLE} + (100% - 2 * ${HANDLE}) * ${at / 100})`
    block.style.setProperty('--at', at === 0 || at === 100 ? `${at}%` : between)
    slider.setAttribute('aria-valuetext', `${at}% ${before}, ${100 - at}% ${after}`)
  }
  slider.addEventListener('input', show)
  show()
  block.append(slider)
}

function embed(link: HTMLAnchorElement): void {
  const { embed: address = '' } = link.dataset
  const title = link.textContent?.trim() || 'Video'
  const player = /\.mp4(?:[?#]|$)/i.test(address) ? createVideo(address) : createFrame(address)
  player.title = title
  link.replaceWith(player)
  player.tabIndex = 0
  player.focus()
}

function createVideo(address: string): HTMLElement {
  const video = document.createElement('video')
  Object.assign(video, { src: address, controls: true, autoplay: true, playsInline: true })
  return video
}

function createFrame(address: string): HTMLElement {
  const frame = document.createElement('iframe')
  // YouTube plays nothing for pages that do not name their origin.
  const allow = 'autoplay; fullscreen; picture-in-picture; encrypted-media'
  Object.assign(frame, { referrerPolicy: 'strict-origin-when-cross-origin', allow, src: address })
  return frame
}
