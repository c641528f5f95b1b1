import type { SharedSettings } from '../../data/page-data.ts'

const networks = [
  ['Pinterest', 'pinterest'],
  ['Instagram', 'instagram'],
  ['X', 'x'],
  ['Facebook', 'facebook'],
  ['YouTube', 'youtube'],
  ['TikTok', 'tiktok'],
] as const

/** The social profiles that are set. */
export function socialLinks(site: SharedSettings): { name: string; href: string }[] {
  return networks.flatMap(([name, key]) => (site[key] ? [{ name, href: site[key] }] : []))
}
