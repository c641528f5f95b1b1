import { tones } from '../palette.ts'
import { lay } from '../picture.ts'
import { cream, gel, glass, glazed, gold, lotion, matte, satin } from '../relief/materials.ts'
import { drop } from '../relief/solid.ts'
import { smear } from '../textures/smears.ts'
import { bottle, dropperBottle, loneCap, pumpBottle, rollOn, sprayBottle, tube } from './bottles.ts'
import type { Shot } from './product-picture.ts'

const oil = { ...lotion('#d9a637'), gloss: 1, rough: 0.03 }

/** Serums, oils, toners and mists. */
export const serumShots: Record<string, Shot> = {
  'linnet-row-vitamin-c-morning-serum': (label) => ({
    tone: tones.marigold,
    placed: [
      ...lay(dropperBottle({ label, body: glass('#c9803a'), cap: satin('#2f2825'), sticker: '#f8efdf' }), {
        x: 560,
        y: 640,
        turn: 14,
        scale: 1.16,
      }),
      ...lay([drop(58, gel('#f2c977'), 0.42, 0.1)], { x: 930, y: 880 }),
      ...lay([drop(26, gel('#f2c977'), 0.42, 0.1)], { x: 1010, y: 985 }),
    ],
  }),
  'hushmoss-hyaluronic-dew-serum': (label) => ({
    tone: '#c4d6cf',
    placed: [
      ...lay(pumpBottle({ label, body: glass('#e2efec'), cap: satin('#f4f3ee'), ink: '#28473a' }), {
        x: 640,
        y: 640,
        turn: -10,
        scale: 1.18,
      }),
      ...[
        [180, 960, 74],
        [300, 1060, 40],
        [150, 820, 30],
        [1010, 1060, 52],
        [1080, 960, 22],
      ].flatMap(([x = 0, y = 0, r = 0]) => lay([drop(r, gel('#eef6f4'), 0.5, 0.08)], { x, y })),
    ],
  }),
  'morrow-and-fern-niacinamide-serum-5-percent': (label) => ({
    tone: '#a99bb8',
    placed: lay(dropperBottle({ label, body: glazed('#f2ebe2'), cap: satin('#2d2a2a') }), {
      x: 600,
      y: 690,
      turn: 0,
      scale: 1.3,
    }),
  }),
  'saltlark-roll-on-eye-serum': (label) => ({
    tone: '#2f5d8c',
    placed: [
      ...lay(rollOn({ label, body: glazed('#eef4f6'), cap: glazed('#ffffff') }), {
        x: 500,
        y: 640,
        turn: 18,
        scale: 1.16,
      }),
      ...lay(loneCap(glazed('#f28a5b'), 82, 230), { x: 900, y: 780, turn: 66, scale: 1.16 }),
    ],
  }),
  'hushmoss-lactic-acid-toner-5-percent': (label) => ({
    tone: '#e9c9b9',
    placed: lay(bottle({ label, body: glass('#a9c39a'), cap: satin('#28473a'), sticker: '#f6f3e8' }), {
      x: 600,
      y: 660,
      turn: -24,
      scale: 1.2,
    }),
  }),
  'oatwhistle-oat-milk-serum': (label) => ({
    tone: '#c98f5f',
    placed: [
      ...lay([smear({ length: 760, width: 210, seed: 6, material: lotion('#fbf4e6') })], { x: 820, y: 800, turn: -34 }),
      ...lay(pumpBottle({ label, body: satin('#f3e6cf'), cap: matte('#8c5f3a') }), {
        x: 470,
        y: 660,
        turn: 8,
        scale: 1.12,
        lift: 10,
      }),
    ],
  }),
  'tansyweir-squalane-face-oil': (label) => ({
    tone: '#6f4658',
    placed: [
      ...lay(dropperBottle({ label, body: glass('#e6c069'), cap: gold, sticker: '#f3e3da' }), {
        x: 640,
        y: 680,
        turn: 24,
        scale: 1.2,
      }),
      ...lay([drop(90, oil, 0.34, 0.14)], { x: 250, y: 310 }),
      ...lay([drop(36, oil, 0.4, 0.1)], { x: 390, y: 430 }),
    ],
  }),
  'hushmoss-salicylic-serum-1-percent': (label) => ({
    tone: tones.moss,
    placed: lay(dropperBottle({ label, body: satin('#dfe6d2'), cap: satin('#eef0e6'), ink: '#28473a' }), {
      x: 610,
      y: 700,
      turn: -16,
      scale: 1.26,
    }),
  }),
  'plainmoor-glycerin-hydrating-essence': (label) => ({
    tone: '#dfe3e2',
    placed: lay(bottle({ label, body: glass('#eef4f3'), cap: matte('#f7f7f4'), ink: '#222222' }), {
      x: 600,
      y: 650,
      turn: 0,
      scale: 1.32,
    }),
  }),
  'morrow-and-fern-rosewater-face-mist': (label) => ({
    tone: '#d99a92',
    placed: lay(sprayBottle({ label, body: glass('#b86a4a'), cap: satin('#2d2a2a'), sticker: '#f7ece2' }), {
      x: 600,
      y: 640,
      turn: 20,
      scale: 1.32,
    }),
  }),
  'linnet-row-micellar-cleansing-mist': (label) => ({
    tone: '#e3d3c3',
    placed: [
      ...lay(sprayBottle({ label, body: glass('#e6f0f2'), cap: satin('#6a2c2b'), ink: '#4a1d1d' }), {
        x: 560,
        y: 640,
        turn: -14,
        scale: 1.3,
      }),
      ...Array.from({ length: 26 }, (_, i) =>
        lay([drop(5 + ((i * 7) % 13), gel('#eef5f6'), 0.6)], {
          x: 780 + ((i * i * 37 + i * 53) % 380),
          y: 110 + ((i * i * 29 + i * 97) % 520),
        }),
      ).flat(),
    ],
  }),
  'linnet-row-azelaic-cream-10-percent': (label) => ({
    tone: '#8d3f3a',
    placed: lay(tube({ label, body: cream('#f3d9cf'), cap: satin('#6a2c2b') }), {
      x: 600,
      y: 640,
      turn: 14,
      scale: 1.24,
    }),
  }),
}
