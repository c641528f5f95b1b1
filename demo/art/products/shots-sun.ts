import { lay } from '../picture.ts'
import { gel, glazed, lotion, matte, satin, wax } from '../relief/materials.ts'
import { smear } from '../textures/smears.ts'
import { loneCap, slimBottle, sprayBottle, stick, tube } from './bottles.ts'
import { lid, openJar } from './low-vessels.ts'
import type { Shot } from './product-picture.ts'

export const sunShots: Record<string, Shot> = {
  'saltlark-daily-sun-lotion-spf-30': (label) => ({
    tone: '#f2b36b',
    placed: [
      ...lay([smear({ length: 760, width: 190, seed: 2, material: lotion('#fdfaf3'), bend: 70 })], {
        x: 780,
        y: 960,
        turn: -22,
      }),
      ...lay(tube({ label, body: satin('#a9cbdc'), cap: satin('#f7f4ec') }), {
        x: 500,
        y: 570,
        turn: 14,
        scale: 1.16,
        lift: 8,
      }),
    ],
  }),
  'saltlark-clear-sun-stick-spf-50': (label) => ({
    tone: '#1f4b7a',
    placed: [
      ...lay(stick({ label, body: satin('#f6d27a'), cap: satin('#f6d27a') }, gel('#f5ecd6')), {
        x: 520,
        y: 640,
        turn: -20,
        scale: 1.22,
      }),
      ...lay(loneCap(satin('#ef7f4d'), 100, 300), { x: 900, y: 470, turn: 34, scale: 1.22 }),
    ],
  }),
  'saltlark-tinted-sun-balm-spf-30': (label) => ({
    tone: '#e9d2b7',
    placed: [
      ...lay(lid({ label, body: satin('#f6d27a'), cap: satin('#f6d27a') }, 255, 54), {
        x: 420,
        y: 800,
        scale: 1.26,
        turn: -10,
      }),
      ...lay(openJar(satin('#20407a'), wax('#c9905f'), 245, 70, 0.8), { x: 760, y: 420, scale: 1.24 }),
    ],
  }),
  'linnet-row-sheer-sun-fluid-spf-50': (label) => ({
    tone: '#e7a48a',
    placed: lay(slimBottle({ label, body: glazed('#f4e6ea'), cap: satin('#6a2c2b') }), {
      x: 600,
      y: 640,
      turn: 18,
      scale: 1.26,
    }),
  }),
  'linnet-row-airy-sun-mist-spf-30': (label) => ({
    tone: '#f4dc9b',
    placed: lay(sprayBottle({ label, body: satin('#fbf1e3'), cap: satin('#6a2c2b') }), {
      x: 600,
      y: 650,
      turn: 0,
      scale: 1.36,
    }),
  }),
  'plainmoor-mineral-sunscreen-spf-30': (label) => ({
    tone: '#bda28f',
    placed: [
      ...lay(tube({ label, body: matte('#fbfaf6'), cap: matte('#2e2e2e') }), {
        x: 560,
        y: 610,
        turn: -22,
        scale: 1.24,
      }),
      ...lay([smear({ length: 250, width: 110, seed: 31, material: matte('#fdfdfb'), thickness: 34 })], {
        x: 930,
        y: 960,
        turn: 40,
      }),
    ],
  }),
}
