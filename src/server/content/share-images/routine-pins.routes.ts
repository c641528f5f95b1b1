import { Hono } from 'hono'
import { findSite } from '../../../contract/accounts/site.ts'
import { coloursOf } from '../../../contract/accounts/theme.ts'
import type { Picture } from '../../../contract/content/pictures.ts'
import { findRoutine } from '../../../contract/content/routine-endpoints.ts'
import type { Routine, RoutineStep } from '../../../contract/content/routines.ts'
import { Slug } from '../../../contract/platform/paths.ts'
import { notFound } from '../../platform/http/errors.ts'
import { readParam } from '../../platform/http/validate.ts'
import type { DrawnPicture } from './crop-picture.ts'
import { drawRoutinePin } from './draw-routine-pin.ts'
import type { ShareImageOptions } from './share-images.routes.ts'

/** The pin of a routine, 1000 x 1500: its products, its name and its steps. */
export function routinePinRoutes({ read, readSource }: ShareImageOptions) {
  return new Hono().get('/share/routines/:file{[^/]+\\.png}', async (c) => {
    const slug = readParam(c, 'file', Slug, 'Routine not found').replace(/\.png$/, '')
    const [site, routine] = await Promise.all([read(findSite), read(findRoutine, { params: { slug } })])
    if (!routine) throw notFound('Routine not found')
    const { palette, accent, type } = site.appearance
    const stepsOf = (time: RoutineStep['time']) => routine.steps.filter((step) => step.time === time).map(lineOf)
    const image = await drawRoutinePin({
      brand: site.brand,
      name: routine.name,
      summary: routine.summary,
      times: [
        { title: 'Morning', steps: stepsOf('morning') },
        { title: 'Evening', steps: stepsOf('evening') },
      ],
      pictures: await readPictures(readSource, routine),
      colours: coloursOf(palette, accent, 'light'),
      type,
    })
    return c.body(image, 200, {
      'content-type': 'image/png',
      'cache-control': 'public, max-age=86400',
      // Other sites show them.
      'cross-origin-resource-policy': 'cross-origin',
    })
  })
}

const PICTURES_MAX = 4

/** The pictures of the first products, each once; with fewer than two, the picture of the routine. */
async function readPictures(
  readSource: ShareImageOptions['readSource'],
  { steps, picture: own }: Pick<Routine, 'steps' | 'picture'>,
): Promise<DrawnPicture[]> {
  const readAll = async (pictures: Iterable<Picture>) => {
    const read: DrawnPicture[] = []
    for (const { key, focus } of pictures) {
      const source = await readSource(key)
      if (source) read.push({ key, source, focus })
    }
    return read
  }
  const products = new Map(
    steps.flatMap(({ product }) => (product?.picture ? [[product.picture.key, product.picture]] : [])),
  )
  const shown = await readAll([...products.values()].slice(0, PICTURES_MAX))
  return shown.length > 1 ? shown : readAll(own ? [own] : [])
}

/** A label is never shortened. */
function lineOf({ kind, product }: RoutineStep): string {
  if (!product) return shortened(kind)
  const { name, obtainedLabel } = product
  return shortened(`${kind}: ${name}`) + (obtainedLabel ? ` (${obtainedLabel})` : '')
}

const shortened = (step: string) => ([...step].length > 70 ? `${[...step].slice(0, 69).join('').trim()}…` : step)
