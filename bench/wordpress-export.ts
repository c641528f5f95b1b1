import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'

const BASES = 20

/** Twenty photos, each repeated with other bytes behind its end, which are those of `mark`. */
export async function makePictures(count: number, mark = ''): Promise<Buffer[]> {
  const bases = await Promise.all(
    Array.from({ length: BASES }, (_, at) =>
      sharp({
        create: {
          width: 1200,
          height: 800,
          channels: 3,
          background: '#ccc',
          noise: { type: 'gaussian', mean: 100 + at * 5, sigma: 20 },
        },
      })
        .jpeg({ quality: 80 })
        .toBuffer(),
    ),
  )
  return Array.from({ length: count }, (_, at) => Buffer.concat([bases[at % BASES]!, Buffer.from(`${at}${mark}`)]))
}

/** Writes an export of WordPress with its pictures into a folder, which is made. */
export async function makeExport(
  folder: string,
  { posts, pictures }: { posts: number; pictures: number },
): Promise<void> {
  const uploads = path.join(folder, 'uploads')
  await mkdir(uploads, { recursive: true })
  const bases = await makePictures(BASES)
  for (let at = 0; at < pictures; at += 1)
    await writeFile(path.join(uploads, `p${at}.jpg`), Buffer.concat([bases[at % BASES]!, Buffer.from(String(at))]))
  const file = createWriteStream(path.join(folder, 'export.xml'))
  const url = (at: number) => `https://old.example/wp-content/uploads/p${at}.jpg`
  const words = 'It stays calm through a whole winter, and that is what counts. '.repeat(30)
  file.write(
    '<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>Old</title><wp:base_blog_url>https://old.example</wp:base_blog_url>',
  )
  for (let at = 0; at < pictures; at += 1)
    file.write(
      `<item><title>p${at}</title><wp:post_id>${100_000 + at}</wp:post_id><wp:post_type>attachment</wp:post_type><wp:attachment_url>${url(at)}</wp:attachment_url></item>`,
    )
  for (let at = 0; at < posts; at += 1) {
    const own = Array.from({ length: Math.ceil(pictures / posts) }, (_, each) => (at * 4 + each) % pictures)
    const figures = own.map(
      (each) =>
        `<!-- wp:image {"id":${100_000 + each}} --><figure class="wp-block-image"><img src="${url(each)}" class="wp-image-${100_000 + each}"/></figure><!-- /wp:image -->`,
    )
    file.write(
      `<item><title>Post number ${at}</title><link>https://old.example/2019/05/post-${at}/</link><wp:post_id>${at + 1}</wp:post_id><wp:post_name>post-${at}</wp:post_name><wp:post_type>post</wp:post_type><wp:status>publish</wp:status><wp:post_date_gmt>2019-05-03 08:00:00</wp:post_date_gmt><content:encoded><![CDATA[<!-- wp:paragraph --><p>${words}</p><!-- /wp:paragraph -->${figures.join('')}]]></content:encoded></item>`,
    )
  }
  file.end('</channel></rss>')
  await once(file, 'finish')
}
