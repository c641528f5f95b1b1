import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { coloursOf, type Theme, type ThemeChoice } from '../../../contract/accounts/theme.ts'
import { typePairingNames, typePairings } from '../../../contract/accounts/type-pairings.ts'
import { mediaKey } from '../../../contract/platform/urls.ts'
import { type PrebuiltResponse, prebuildResponse } from './prebuilt-response.ts'
import { IMMUTABLE } from './static-assets.ts'
import { type StylesheetSources, themeStylesheet } from './theme-stylesheet.ts'

/** Style sheets of former themes that stay in memory; all are stored for pages that are cached elsewhere. */
const THEMES_MAX = 4

export type ThemesOptions = {
  /** The files of the build; style sheets are added to them. */
  assets: Map<string, PrebuiltResponse>
  /** The path of the common style sheet. */
  common: string
  /** The path of a built file by its source; undefined for one that is not built. */
  fileOf(source: string): string | undefined
  headers: Record<string, string>
  /** Stores a style sheet for other processes and later builds. */
  share(assets: ReadonlyMap<string, PrebuiltResponse>): Promise<void>
}

export type Themes = {
  /** Resolves when every process that serves the site can send the style sheet. */
  find(appearance: ThemeChoice & { favicon: string }): Promise<Theme>
  /** The style sheet of a theme that is not saved. */
  preview(choice: ThemeChoice, scheme: 'light' | 'dark' | undefined): string
  /** The fonts to preload; undefined for the default ones. */
  fontsOf(choice: ThemeChoice): string[] | undefined
}

type State = ThemesOptions & {
  /** The paths of style sheets by theme. */
  made: LRUCache<string, Promise<string>>
  sources: StylesheetSources | undefined
}

/**
 * Style sheets by appearance, each under a URL with the hash of its content, as the files of the build have. They are built
 * when a page first needs them, so saving an appearance needs no build.
 */
export function createThemes(options: ThemesOptions): Themes {
  const { assets, common, fileOf } = options
  const made = new LRUCache<string, Promise<string>>({
    max: THEMES_MAX,
    dispose: (making) => void making.then((path) => path !== common && assets.delete(path)).catch(() => {}),
  })
  const state: State = { ...options, made, sources: undefined }
  const fontsOf: Themes['fontsOf'] = ({ type }) => {
    if (type === 'editorial') return undefined
    return typePairings[type].preloads.flatMap((name) => fileOf(`src/web/styles/fonts/${name}-basic.woff2`) ?? [])
  }
  return {
    fontsOf,
    preview: (choice, scheme) => themeStylesheet(readSources(state), choice, scheme),
    async find({ favicon, ...choice }) {
      const theme: Theme = {}
      const icon = mediaKey(favicon)
      if (icon) theme.icon = icon
      if (isDefault(choice) || !assets.has(common)) return theme
      theme.stylesheet = await makeOnce(state, choice)
      const fonts = fontsOf(choice)
      if (fonts) theme.fonts = fonts
      theme.themeColor = coloursOf(choice.palette, choice.accent, 'light').paper
      if (choice.dark) theme.darkThemeColor = coloursOf(choice.palette, choice.accent, 'dark').paper
      return theme
    },
  }
}

function readSources(state: State): StylesheetSources {
  const { assets, common, fileOf } = state
  state.sources ??= {
    base: textOf(assets.get(common)),
    faces: Object.fromEntries(
      typePairingNames.flatMap((name) => {
        const file = fileOf(`src/web/styles/pairings/${name}.css`)
        return file === undefined ? [] : [[name, textOf(assets.get(file))]]
      }),
    ),
  }
  return state.sources
}

function makeOnce(state: State, choice: ThemeChoice): Promise<string> {
  const key = JSON.stringify([choice.palette, choice.type, choice.accent, choice.corners, choice.dark])
  let path = state.made.get(key)
  if (!path) {
    path = make(state, choice)
    state.made.set(key, path)
    // The next page tries again.
    path.catch(() => state.made.delete(key))
  }
  return path
}

async function make(state: State, choice: ThemeChoice): Promise<string> {
  const { assets, headers, share } = state
  const identity = Buffer.from(themeStylesheet(readSources(state), choice))
  const path = `/assets/client-${createHash('sha256').update(identity).digest('base64url').slice(0, 8)}.css`
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    promisify(gzip)(identity, { level: 9 }),
  ])
  const all = { ...headers, 'content-type': 'text/css; charset=utf-8', 'cache-control': IMMUTABLE }
  const asset = prebuildResponse(200, { identity, br, gzip: gz }, all, `"${path}"`)
  assets.set(path, asset)
  await share(new Map([[path, asset]]))
  return path
}

function isDefault({ palette, type, accent, corners, dark }: ThemeChoice): boolean {
  return palette === 'honey' && type === 'editorial' && accent === '' && corners === 'round' && !dark
}

/** The uncompressed body, which is the last one. */
function textOf(asset: PrebuiltResponse | undefined): string {
  return asset?.bodies.at(-1)?.bytes.toString('utf8') ?? ''
}
