export type ExportCounts = { pages: number; files: number; redirects: number; lost: number }

/** `README.md` of the folder, for the owner who publishes it. */
export function staticReadme(
  { brand, origin, now }: { brand: string; origin: string; now: Date },
  counts: ExportCounts,
): string {
  return `# ${brand} as files

Written ${now.toISOString().slice(0, 10)} for ${origin}: ${counts.pages} pages, ${counts.files} files, ${counts.redirects} redirects.

Upload this folder, with the files whose names begin with a dot, to any host of static files, at the root of the domain or in a folder
of it. To look at it here: \`python3 -m http.server\` in this folder, then open http://localhost:8000.

## Addresses

A page is a folder with an \`index.html\`, and links are relative. \`/blog/my-post\` and \`/blog/my-post/\` are the same page on every
common host. The further pages of a list are folders too: \`/blog?page=2\` is \`/blog/page/2/\`.
Search engines and feeds are told the addresses under ${origin}. If the domain changes, export again with
\`--address https://…\`.

\`_redirects\` is read by Netlify and Cloudflare Pages (2,000 lines there). For nginx, which needs the size for long addresses:

    map_hash_bucket_size 1024;
    map_hash_max_size 16384;
    map $uri $moved_path { include /path/to/redirects.nginx.map; }
    map $uri?$args $moved { default $moved_path; include /path/to/redirects.nginx.map; }
    server {
      root /path/to/this/folder;
      error_page 404 /404.html;
      if ($moved) { return 301 $moved; }
    }

\`404.html\` is the page for missing addresses. It works at the root of a domain only, because it is shown at any depth.

## What a folder cannot do

- Search, and the filters of the shop: left out. Categories of the shop and keywords of posts have pages.
- The contact form and the sign-up to the newsletter: your email stands in their place, if the site has one.
- Routines that are built for a visitor, sign-in and the admin: left out.
- Clicks and views are not counted. Links to shops lead there directly; so do short links of texts.
- Videos open on their own site. Pictures to compare stand next to each other. There are no scripts, and no cookies.
- Scheduled posts do not appear by themselves: export again. A new export to the same folder replaces this one.
`
}
