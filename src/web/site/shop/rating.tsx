/** The owner's rating, from 0 to 5 in halves. */
export function Rating({ rating }: { rating: number }) {
  const stars = '★'.repeat(Math.floor(rating)) + (rating % 1 > 0 ? '½' : '')
  return (
    <p className="product-rating">
      <span aria-hidden="true">{stars}</span> <b>{rating}</b> out of 5
    </p>
  )
}
