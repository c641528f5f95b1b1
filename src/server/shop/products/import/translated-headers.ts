import type { ProductColumn } from '../../../../contract/shop/product-columns.ts'

/** German, French and Spanish headers of columns in `a`–`z` alone, without accents and with `ss` for `ß`. */
const translatedHeaders: { [Name in ProductColumn]?: string } = {
  name: 'produktname produkt artikelname artikel bezeichnung titel nomduproduit nom produit titre designation nombredelproducto nombre producto titulo articulo',
  category: 'kategorie kategorien produktkategorie warengruppe produkttyp categorie rubrique categoria categorias tipo',
  price: 'preis verkaufspreis bruttopreis preisineuro prix prixttc tarif precio pvp importe',
  currency: 'wahrung waehrung devise monnaie moneda divisa',
  imageUrl:
    'bildurl bild bilder bildlink bildadresse produktbild foto lienimage imageduproduit urlimage imagen urlimagen enlaceimagen',
  imageAlt: 'bildbeschreibung alternativtext textealternatif descriptionimage textoalternativo descripcionimagen',
  affiliateLink:
    'partnerlink werbelink produktlink produkturl lienaffilie liendaffiliation lienproduit lien enlacedeafiliado enlaceafiliado enlaceproducto enlace',
  isActive: 'aktiv sichtbar veroffentlicht actif publie activo publicado',
  brand: 'marke hersteller marque fabricant marca fabricante',
  sizeAmount: 'inhalt fullmenge menge grosse contenance quantite taille contenido cantidad tamano',
  sizeUnit: 'einheit masseinheit unite unidad',
  shopName: 'handler haendler handlername laden boutique magasin marchand tienda comercio vendedor',
  keyIngredients: 'inhaltsstoffe wirkstoffe actifs principesactifs ingredientes activos',
  skinTypes: 'hauttyp hauttypen typedepeau typesdepeau tipodepiel tiposdepiel',
  concerns: 'hautprobleme hautproblem anliegen preoccupations problemesdepeau preocupaciones problemasdepiel',
  texture: 'textur konsistenz consistance textura consistencia',
  fragranceFree: 'parfumfrei duftstofffrei sansparfum sinperfume sinfragancia',
  alcoholFree: 'alkoholfrei sansalcool sinalcohol',
  vegan: 'vegane vegano vegana',
  crueltyFree: 'tierversuchsfrei nontestesurlesanimaux sincrueldad',
  spf: 'lsf lichtschutzfaktor indicedeprotection fps',
  rating: 'bewertung meinebewertung note manote valoracion puntuacion calificacion',
  verdict: 'fazit urteil avis veredicto',
  forWhom: 'furwen geeignetfur pourqui paraquien',
  notForWhom: 'nichtfur nichtgeeignetfur paspour nopara',
  pros: 'vorteile avantages ventajas',
  cons: 'nachteile inconvenients desventajas inconvenientes',
}

/** The headers of a column in these languages, the most usual first. */
export function translatedHeadersOf(column: ProductColumn): string[] {
  return translatedHeaders[column]?.split(' ') ?? []
}
