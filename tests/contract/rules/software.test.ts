/** Models and versions of software: how they are read and compared. */
import { expect, it } from 'vitest';
import { modelsIn, softwareStateOf, sortedModels, tidiedSum } from '../../../contract/rules/software.ts';

it.each([
  ['w2, W1', ['W1', 'W2']],
  ['W1，W2、C2；d2;W1', ['C2', 'D2', 'W1', 'W2']],
  [' , ', []],
  ['Model A', ['MODEL A']],
])('the models in %j', (typed, models) => {
  expect(modelsIn(typed)).toEqual(models);
  expect(sortedModels(models)).toEqual(models);
});

it.each([
  ['2.14.3', '2.14.3', 'has'],
  ['v2.14.3', ' 2.14.3', 'has'],
  ['2.14.3-RC1', 'V2.14.3-rc1', 'has'],
  ['2.14.3', '2.14', 'other'],
  ['vega', 'ega', 'other'],
  ['2.14.3', '', 'unknown'],
  ['2.14.3', '  ', 'unknown'],
] as const)('the version %j beside a robot that reports %j', (version, reported, state) => {
  expect(softwareStateOf(version, reported)).toBe(state);
});

it('a copied SHA-256 is read without spaces, in lower case', () => {
  expect(tidiedSum(' 71BE04F8 2a9d6c13\n')).toBe('71be04f82a9d6c13');
});
