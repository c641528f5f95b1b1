import { lay } from '../picture.ts'
import { gel, glass, glazed, matte, satin, wax } from '../relief/materials.ts'
import { drop } from '../relief/solid.ts'
import { foam } from '../textures/foam.ts'
import { bottle, loneCap, pumpBottle, stick } from './bottles.ts'
import { foldedCloth, lid, openJar, pad, soapBar } from './low-vessels.ts'
import type { Shot } from './product-picture.ts'

/** Cleansers and the cloths and pads that go with them. */
export const cleanserShots: Record<string, Shot> = {
  'hushmoss-soft-foam-cleanser': (label) => ({
    tone: '#8fa58a',
    placed: [
      ...lay([foam(360, 230, 4)], { x: 880, y: 930 }),
      ...lay(pumpBottle({ label, body: satin('#eef1e4'), cap: satin('#28473a') }), {
        x: 520,
        y: 650,
        turn: -12,
        scale: 1.14,
      }),
    ],
  }),
  'hushmoss-unscented-gel-cleanser': (label) => ({
    tone: '#f0d9a8',
    placed: lay(bottle({ label, body: glass('#cfe5da'), cap: satin('#f6f3e8') }), {
      x: 600,
      y: 650,
      turn: 30,
      scale: 1.24,
    }),
  }),
  'plainmoor-unscented-face-bar': (label) => ({
    tone: '#b9c4c6',
    placed: lay(soapBar(label, wax('#f1e7d6'), '#8a7a63'), { x: 600, y: 600, turn: -18, scale: 1.36 }),
  }),
  'oatwhistle-oat-exfoliating-bar': (label) => ({
    tone: '#7d5a3c',
    placed: [
      ...lay(soapBar(label, wax('#e2c898'), '#6b4a26'), { x: 640, y: 560, turn: 12, scale: 1.3 }),
      ...Array.from({ length: 34 }, (_, i) =>
        lay([flake(i)], {
          x: 60 + ((i * i * 61 + i * 173) % 560),
          y: 880 + ((i * i * 41 + i * 89) % 290),
          turn: i * 47,
        }),
      ).flat(),
    ],
  }),
  'oatwhistle-milky-oat-cleanser': (label) => ({
    tone: '#ead9bd',
    placed: lay(pumpBottle({ label, body: glazed('#fbf3e3'), cap: matte('#b9864f') }), {
      x: 610,
      y: 690,
      turn: 0,
      scale: 1.3,
    }),
  }),
  'oatwhistle-melting-cleansing-balm': (label) => ({
    tone: '#c07a4b',
    placed: [
      ...lay(lid({ label, body: satin('#fbf2e2'), cap: satin('#fbf2e2') }, 262, 60), {
        x: 820,
        y: 850,
        scale: 1.16,
        turn: -12,
      }),
      ...lay(openJar(satin('#fbf2e2'), wax('#f0d79e'), 250, 90, 0.8), { x: 420, y: 470, scale: 1.16 }),
    ],
  }),
  'oatwhistle-solid-cleansing-stick': (label) => ({
    tone: '#d9a28a',
    placed: [
      ...lay(stick({ label, body: satin('#fdf4e4'), cap: satin('#b9864f') }, wax('#eed9ae')), {
        x: 500,
        y: 640,
        turn: 22,
        scale: 1.2,
      }),
      ...lay(loneCap(satin('#b9864f'), 100, 300), { x: 940, y: 760, turn: -50, scale: 1.2 }),
    ],
  }),
  'plainmoor-muslin-face-cloths-set-of-3': () => ({
    tone: '#c9b79c',
    placed: [
      ...lay(foldedCloth('#cdbfa5', 620), { x: 540, y: 560, turn: -9 }),
      ...lay(foldedCloth('#e7dcc8', 620), { x: 610, y: 620, turn: 4, lift: 40 }),
      ...lay(foldedCloth('#f6f0e4', 620), { x: 660, y: 670, turn: 13, lift: 80 }),
    ],
  }),
  'linnet-row-washable-bamboo-pads': () => ({
    tone: '#93a383',
    placed: [
      ...lay(pad('#f3ecdd', 190), { x: 380, y: 400 }),
      ...lay(pad('#e9dfca', 190), { x: 720, y: 350, turn: 20 }),
      ...lay(pad('#f6f1e6', 190), { x: 560, y: 640, turn: 40, lift: 24 }),
      ...lay(pad('#e4d8bf', 190), { x: 870, y: 700, turn: 10 }),
      ...lay(pad('#f6f1e6', 190), { x: 400, y: 900, turn: 70 }),
    ],
  }),
  'hushmoss-weekly-peel-pads': (label) => ({
    tone: '#cddad6',
    placed: [
      ...lay(lid({ label, body: glazed('#28473a'), cap: satin('#28473a'), ink: '#f4f1e4' }, 262, 70), {
        x: 400,
        y: 420,
        scale: 1.22,
        turn: -8,
      }),
      ...lay(openJar(glazed('#f4f6f0'), gel('#e4efe9'), 250, 110, 0), { x: 790, y: 800, scale: 1.1 }),
      ...lay(pad('#fbfaf5', 190), { x: 800, y: 790, lift: 95, turn: 20, scale: 1.1 }),
    ],
  }),
}

function flake(seed: number) {
  return drop(11 + (seed % 4) * 3, wax(['#ecd9b4', '#dcc194', '#f4e6c8'][seed % 3] ?? '#ecd9b4'), 0.3, 0.3)
}
