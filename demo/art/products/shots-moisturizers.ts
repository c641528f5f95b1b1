import { tones } from '../palette.ts'
import { lay } from '../picture.ts'
import { clay, cream, gel, glass, glazed, gold, lotion, matte, satin, wax } from '../relief/materials.ts'
import { slab } from '../relief/solid.ts'
import { smear } from '../textures/smears.ts'
import { pea } from '../textures/things.ts'
import { bottle, pumpBottle, slimBottle, tube } from './bottles.ts'
import { foldedCloth, jar, lid, openJar, stoneRoller } from './low-vessels.ts'
import type { Shot } from './product-picture.ts'

/** Creams, balms, masks, sets and tools. */
export const moisturizerShots: Record<string, Shot> = {
  'oatwhistle-everyday-oat-cream': (label) => ({
    tone: '#a9b594',
    placed: lay(jar({ label, body: satin('#fbf2e0'), cap: matte('#b9864f') }), {
      x: 600,
      y: 560,
      turn: -10,
      scale: 1.66,
    }),
  }),
  'hushmoss-water-gel-cream': (label) => ({
    tone: '#4f7f91',
    placed: [
      ...lay(lid({ label, body: satin('#f4f3ee'), cap: satin('#f4f3ee') }, 256, 66), {
        x: 330,
        y: 340,
        scale: 1.14,
        turn: -14,
      }),
      ...lay(openJar(glazed('#f4f6f2'), lotion('#bfe2ea'), 250, 130, 0.9), { x: 720, y: 740, scale: 1.32 }),
    ],
  }),
  'morrow-and-fern-overnight-cream': (label) => ({
    tone: '#39443f',
    placed: lay(jar({ label, body: glass('#7f9a72'), cap: satin('#25221f'), ink: '#f6efe2' }), {
      x: 610,
      y: 580,
      turn: 14,
      scale: 1.62,
    }),
  }),
  'morrow-and-fern-overnight-gel-mask': (label) => ({
    tone: '#bfb1d0',
    placed: lay(tube({ label, body: glass('#c9b6dd'), cap: satin('#2d2a2a'), ink: '#fdf8ff' }), {
      x: 590,
      y: 610,
      turn: -16,
      scale: 1.26,
    }),
  }),
  'morrow-and-fern-first-retinol-cream': (label) => ({
    tone: '#e0b98a',
    placed: [
      ...lay(tube({ label, body: glazed('#b8672f'), cap: satin('#2d2a2a'), ink: '#f9efdc' }), {
        x: 560,
        y: 610,
        turn: 10,
        scale: 1.22,
      }),
      ...lay([pea(56, cream('#f7eaba'), 3)], {
        x: 960,
        y: 830,
      }),
    ],
  }),
  'plainmoor-light-daily-lotion': (label) => ({
    tone: '#d7dfe0',
    placed: lay(tube({ label, body: satin('#fbfbf8'), cap: satin('#e8eae8') }), {
      x: 600,
      y: 600,
      turn: 0,
      scale: 1.32,
    }),
  }),
  'plainmoor-face-and-body-lotion': (label) => ({
    tone: '#dcb3a4',
    placed: lay(pumpBottle({ label, body: matte('#faf8f3'), cap: matte('#faf8f3') }), {
      x: 640,
      y: 800,
      turn: 8,
      scale: 1.62,
    }),
  }),
  'plainmoor-plain-ointment': (label) => ({
    tone: '#8fa0a6',
    placed: [
      ...lay(lid({ label, body: matte('#fbfbf8'), cap: matte('#fbfbf8') }, 240, 50), {
        x: 430,
        y: 790,
        scale: 1.3,
        turn: 8,
      }),
      ...lay(openJar(satin('#e9ebea'), gel('#efe6c4'), 230, 70, 0.7), { x: 810, y: 430, scale: 1.16 }),
    ],
  }),
  'tansyweir-rich-winter-balm': (label) => ({
    tone: '#2f4354',
    placed: [
      ...lay(lid({ label, body: gold, cap: satin('#ead9cf') }, 250, 60), { x: 430, y: 440, scale: 1.36, turn: -6 }),
      ...lay(openJar(gold, wax('#f3e2b4'), 240, 70, 0.8), { x: 860, y: 880, scale: 1.24 }),
    ],
  }),
  'tansyweir-rose-clay-mask': (label) => ({
    tone: '#e6cdbf',
    placed: [
      ...lay([smear({ length: 900, width: 250, seed: 12, material: clay('#c07a6c'), thickness: 40 })], {
        x: 640,
        y: 950,
        turn: -8,
      }),
      ...lay(jar({ label, body: glazed('#c98577'), cap: gold, ink: '#fbefe6' }), {
        x: 610,
        y: 450,
        turn: 8,
        scale: 1.3,
        lift: 10,
      }),
    ],
  }),
  'linnet-row-honey-wash-off-mask': (label) => ({
    tone: '#f0d9c6',
    placed: [
      ...lay(lid({ label, body: satin('#6a2c2b'), cap: satin('#6a2c2b'), ink: '#f9e7d2' }, 258, 56), {
        x: 780,
        y: 410,
        scale: 1.3,
        turn: 10,
      }),
      ...lay(openJar(satin('#6a2c2b'), lotion('#e0a23c'), 250, 80, 0.35), { x: 400, y: 800, scale: 1.2 }),
    ],
  }),
  'morrow-and-fern-first-routine-set': (label) => ({
    tone: '#c4836a',
    placed: [
      ...lay([slab({ width: 1040, length: 900, thickness: 6 }, matte('#e9cdbb'))], { x: 600, y: 640 }),
      ...lay(
        bottle({
          label: { ...label, name: 'Gentle Cleanser' },
          body: glass('#b06a35'),
          cap: satin('#2d2a2a'),
          sticker: '#f8efdf',
        }),
        { x: 310, y: 650, scale: 0.92, lift: 6 },
      ),
      ...lay(tube({ label: { ...label, name: 'Daily Cream' }, body: satin('#f8efdf'), cap: satin('#2d2a2a') }), {
        x: 640,
        y: 640,
        scale: 0.86,
        lift: 6,
      }),
      ...lay(
        slimBottle({ label: { ...label, name: 'Sun Fluid SPF 30' }, body: satin('#e9b07a'), cap: satin('#2d2a2a') }),
        { x: 930, y: 660, scale: 0.78, lift: 6 },
      ),
    ],
  }),
  'oatwhistle-weekend-travel-set': (label) => ({
    tone: tones.marigold,
    placed: [
      ...lay(foldedCloth('#f4e8d0', 900), { x: 600, y: 640, turn: 6, scale: 1 }),
      ...lay(
        pumpBottle({ label: { ...label, name: 'Milky Oat Cleanser' }, body: satin('#fbf3e3'), cap: matte('#b9864f') }),
        { x: 420, y: 640, turn: -8, scale: 0.74, lift: 44 },
      ),
      ...lay(
        lid(
          { label: { ...label, name: 'Oat Cream' }, body: satin('#fbf2e2'), cap: satin('#c98f5f'), ink: '#fff6e4' },
          236,
          90,
        ),
        { x: 770, y: 490, scale: 0.72, turn: 10, lift: 44 },
      ),
      ...lay(
        lid({ label: { ...label, name: 'Cleansing Balm' }, body: satin('#fbf2e2'), cap: satin('#fbf2e2') }, 236, 60),
        { x: 740, y: 830, scale: 0.62, turn: -6, lift: 44 },
      ),
    ],
  }),
  'tansyweir-rose-stone-face-roller': () => ({
    tone: '#f1ddd2',
    placed: lay(stoneRoller('#dd9e95'), { x: 620, y: 650, turn: 32, scale: 1.34 }),
  }),
}
