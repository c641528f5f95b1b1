import type { Pin } from './pin.ts'

/** The attributes of a picture that Pinterest's own button and browser extension read. */
export function pinAttributes({ url, media, description }: Pin) {
  return { 'data-pin-url': url, 'data-pin-media': media, 'data-pin-description': description }
}
