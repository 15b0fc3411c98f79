/** What only later pages use of XState is taken out of its main module; React's entry points become their production module. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { createActor, createMachine, type SimulatedClock, type waitFor } from 'xstate';
import { productionOnly } from '../../scripts/leanReact.ts';
import { splitXstateModule } from '../../scripts/splitXstate.ts';

const require = createRequire(import.meta.url);
const fail = (message: string): never => {
  throw new Error(message);
};
const MODULE = readFileSync(require.resolve('xstate').replace(/\.cjs\.js$/u, '.esm.js'), 'utf8');
const { parts, index } = splitXstateModule(MODULE, '/xstate.js', fail);
/** The part alone, which must need nothing of the rest. */
const loaded = async <Part>(name: string): Promise<Part> =>
  (
    (await import(
      /* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(parts.get(name) ?? '').toString('base64')}`
    )) as Record<string, Part>
  )[name] as Part;
const exportedBy = (code: string): string[] =>
  [...code.matchAll(/^export \{(.*)\}/gmu)]
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.split(' as ').at(-1)?.trim() ?? '')
    // Empty after a trailing comma.
    .filter(Boolean)
    .sort();

it('exports the same names, each from the part that has it', () => {
  expect(exportedBy(index)).toEqual(exportedBy(MODULE));
  expect(exportedBy(index)).toContain('setup');
  const ofRest = exportedBy(parts.get('rest') ?? '');
  expect([...ofRest, 'SimulatedClock', 'waitFor'].sort()).toEqual(exportedBy(MODULE));
  expect(index).toContain('export { waitFor } from "/xstate.js?part=waitFor";');
  expect(index).toContain('export { setup } from "/xstate.js?part=rest";');
});

it('leaves the lines of the rest where they were', () => {
  expect(parts.get('rest')?.split('\n').indexOf('function toPromise(actor) {')).toBe(
    MODULE.split('\n').indexOf('function toPromise(actor) {'),
  );
  expect(parts.get('rest')).not.toContain('class SimulatedClock');
});

it('has parts that work alone', async () => {
  const clock = new (await loaded<typeof SimulatedClock>('SimulatedClock'))();
  const machine = createMachine({ initial: 'a', states: { a: { after: { 1_000: 'b' } }, b: {} } });
  const actor = createActor(machine, { clock }).start();
  const reached = (await loaded<typeof waitFor>('waitFor'))(actor, (snapshot) => snapshot.matches('b'));
  clock.increment(1_000);
  expect((await reached).value).toBe('b');
});

it('fails for a module of another form', () => {
  expect(() => splitXstateModule('export { setup };', '/xstate.js', fail)).toThrow('XState has no SimulatedClock');
  expect(() => productionOnly("export * from './react-dom.js';", fail)).toThrow('React has another form');
});

it.each(['react-dom', 'react-dom/client'])('%s is its production module', (entry) => {
  expect(productionOnly(readFileSync(require.resolve(entry), 'utf8'), fail)).toMatch(
    /^module\.exports = require\('\.\/cjs\/react-dom(?:-client)?\.production\.js'\);$/u,
  );
});
