/** Ages with and without "ago": a heading says that a number is an age, a card on a phone has none. */
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useAge, useAgo } from '../../../src/ui/labels/useAge.ts';
import { renderInApp } from '../renderPage.tsx';

const QUARTER_MS = 15 * 60_000;

function Ages() {
  const [age, ago] = [useAge(), useAgo()];
  return <p>{`${age(QUARTER_MS)} | ${ago(QUARTER_MS)}`}</p>;
}

it.each([
  ['enUS', '15 min | 15 min ago'],
  ['zhCN', '15 分钟 | 15 分钟前'],
] as const)('in %s', async (language, expected) => {
  await renderInApp(<Ages />, { language });
  expect(screen.getByText(expected)).toBeTruthy();
});
