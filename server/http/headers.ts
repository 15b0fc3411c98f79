/** Security headers of pages and files (design 8), and the content security policy of the console. */
import { createHash } from 'node:crypto';
import type { Settings } from '../settings.ts';

/** What every answer bears, API replies too. */
export const EVERYWHERE: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** What a page bears beside its policy. */
export const ON_PAGES: Readonly<Record<string, string>> = {
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy':
    'camera=(self), microphone=(self), gamepad=(self), fullscreen=(self), geolocation=(), payment=(), usb=(), display-capture=()',
};

/** @param html the console's index.html: its inline scripts are allowed by their hash, and no others */
export const consolePolicy = (html: string, connectTo: readonly string[] = []): string =>
  policy({ ...consoleDirectives(html), 'connect-src': ["'self'", ...connectTo] });

/** Where the console connects to beside this server: the outside broker. */
export const connectionsOf = ({ mqtt }: Pick<Settings, 'mqtt'>): string[] =>
  mqtt ? [new URL(mqtt.publicUrl).origin] : [];

/** Of the stage, which shows recorded states inside the inspector: in a frame of our own only, and without any network. */
export const stagePolicy = (html: string): string =>
  policy({
    ...consoleDirectives(html),
    'connect-src': ["'none'"],
    'worker-src': ["'none'"],
    'frame-src': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'self'"],
  });

/** Of the companion app: a page like the console, which speaks to the API alone. */
export const companionPolicy = (html: string): string =>
  policy({ ...consoleDirectives(html), 'connect-src': ["'self'"], 'worker-src': ["'self'"], 'frame-src': ["'none'"] });

function consoleDirectives(html: string): Readonly<Record<string, readonly string[]>> {
  const scripts = [...html.matchAll(/<script(?![^>]*\bsrc\s*=)[^>]*>([\s\S]*?)<\/script>/giu)].map(
    ([, code]) =>
      `'sha256-${createHash('sha256')
        .update(code ?? '')
        .digest('base64')}'`,
  );
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...new Set(scripts)],
    // Dialogs lock scrolling by a style element of their own.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'media-src': ["'self'", 'blob:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    // mqtt.js keeps its keep-alive timer in a blob worker, and is cut off without it.
    'worker-src': ["'self'", 'blob:'],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
}

/** For small pages of the server itself: no script, a style element. */
export const PLAIN_PAGE_POLICY = policy({
  'default-src': ["'none'"],
  'style-src': ["'unsafe-inline'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
});

function policy(directives: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}
