/** A page of each kind with its status code. */
export const kinds = [
  { path: '/', status: 200 },
  { path: '/blog', status: 200 },
  { path: '/blog/retinol-for-beginners', status: 200 },
  { path: '/shop', status: 200 },
  { path: '/shop/linnet-row-vitamin-c-morning-serum', status: 200 },
  { path: '/ingredients', status: 200 },
  { path: '/ingredients/niacinamide', status: 200 },
  { path: '/routines', status: 200 },
  { path: '/routines/under-forty-dollars', status: 200 },
  { path: '/routines/build', status: 200 },
  { path: '/about', status: 200 },
  { path: '/contact', status: 200 },
  { path: '/newsletter', status: 200 },
  { path: '/letters', status: 200 },
  { path: '/letters/first-week-of-a-simple-routine', status: 200 },
  { path: '/search?q=sunscreen', status: 200 },
  { path: '/login', status: 200 },
  { path: '/privacy-policy', status: 200 },
  { path: '/affiliate-disclosure', status: 200 },
  { path: '/no-such-page', status: 404 },
]

/** Every page state with a URL. */
export const pages = [
  ...kinds,
  { path: '/blog?page=2', status: 200 },
  { path: '/blog/category/treatments', status: 200 },
  { path: '/blog/four-gentle-cleansers-compared', status: 200 },
  { path: '/shop?category=Serums', status: 200 },
  { path: '/shop?skin=dry', status: 200 },
  { path: '/routines/build?skin=dry&budget=60', status: 200 },
  { path: '/shop?category=Nothing', status: 200 },
  { path: '/contact?sent=1', status: 200 },
  { path: '/newsletter?subscribed=1', status: 200 },
  { path: '/search', status: 200 },
  { path: '/search?q=xylophone', status: 200 },
]
