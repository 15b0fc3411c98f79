import { describe, expect, it } from 'vitest';
import { drawn, lostLink, wordOf } from '../../../src/ui/shell/linkText.ts';

describe('the links in words', () => {
  it.each([
    ['ok', 'ok', 'shell.links.live', 'good'],
    ['slow', 'ok', 'shell.links.slow', 'attn'],
    ['ok', 'slow', 'shell.links.slow', 'attn'],
    ['silent', 'ok', 'shell.links.silent', 'attn'],
    ['down', 'unknown', 'shell.links.lost', 'bad'],
    ['ok', 'down', 'shell.links.lost', 'bad'],
    ['connecting', 'unknown', 'shell.links.connecting', 'attn'],
  ] as const)('browser %s, broker %s: %s', (cloud, broker, key, tone) => {
    expect(wordOf(cloud, broker)).toEqual({ key, tone });
  });
  it('draw what is not known like what is not heard', () => {
    expect([drawn('unknown'), drawn('connecting'), drawn('down')]).toEqual(['silent', 'silent', 'down']);
  });
  it('blame the link nearest to the reader', () => {
    expect([lostLink('silent'), lostLink('down'), lostLink('ok')]).toEqual(['cloud', 'cloud', 'broker']);
  });
});
