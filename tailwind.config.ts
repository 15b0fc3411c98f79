/**
 * Design tokens as Tailwind names: every colour, size and duration a component can use. The values are in
 * src/ui/styles/tokens.css, where the two themes and Chinese change them.
 */
import type { Config } from 'tailwindcss';
import type { PluginAPI } from 'tailwindcss/plugin';

/** Maps each name to its custom property: { 'text-2': 'var(--text-2)' }. */
const named = (...names: string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, `var(--${name})`]));
const steps = (name: string, values: readonly (number | string)[]): Record<string, string> =>
  Object.fromEntries(values.map((value) => [String(value), `var(--${name}-${value})`]));
const type = (size: number): [string, { lineHeight: string; fontWeight: string }] => [
  `var(--fs-${size})`,
  { lineHeight: `var(--lh-${size})`, fontWeight: `var(--fw-${size})` },
];

const STATUSES = ['online', 'working', 'standby', 'charging', 'offline', 'stopped', 'alarm'] as const;

/** Windows in which a robot's page shrinks everything but teleop and Stop. Of two that match, the later one wins. */
const SMALL_WINDOWS = {
  low: '(max-height: 839.98px)',
  small: '(max-width: 359.98px), (max-height: 699.98px)',
  sideways: '(max-height: 499.98px) and (orientation: landscape)',
  flat: '(max-height: 379.98px) and (orientation: landscape)',
};

export default {
  darkMode: ['selector', '[data-theme="dark"]'],
  theme: {
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      // On pictures and behind QR codes, in both themes.
      black: '#000',
      white: '#fff',
      brand: steps('brand', [50, 100, 200, 300, 400, 500, 600, 700, 800, 900, 950]),
      n: steps('n', [0, 25, 50, 100, 150, 200, 300, 400, 500, 600, 700, 800, 900]),
      ...named('ink', 'paper', 'surface', 'surface-2', 'surface-3', 'hover', 'press', 'line', 'line-2', 'line-3'),
      ...named(
        'text',
        'text-2',
        'text-3',
        'heading',
        'menu',
        'menu-active',
        'menu-active-text',
        'menu-active-bg',
        'link',
      ),
      ...named('fill', 'fill-hover', 'on-fill', 'mark', 'focus', 'scrim', 'selected-text'),
      ...Object.fromEntries(
        STATUSES.flatMap((status) => Object.entries(named(`st-${status}`, `st-${status}-text`, `st-${status}-soft`))),
      ),
      ...named('st-stopped-line', 'attn', 'attn-text', 'attn-soft', 'stop', 'stop-hover', 'stop-press', 'on-stop'),
      ...named('map-void', 'map-floor', 'map-room', 'map-core', 'map-wall', 'map-label', 'map-halo', 'guide'),
      ch: steps('ch', [1, 2, 3, 4, 5, 6, 'prev']),
      heat: steps('heat', [0, 1, 2, 3, 4, 5, 6]),
    },
    fontFamily: { sans: 'var(--font)', mono: 'var(--mono)' },
    fontSize: Object.fromEntries([11, 12, 13, 14, 16, 20, 28].map((size) => [String(size), type(size)])),
    fontWeight: { normal: '400', medium: '500', semibold: 'var(--semibold)', bold: '700' },
    letterSpacing: { title: 'var(--track-title)', figure: 'var(--track-figure)' },
    borderRadius: { none: '0', in: 'var(--r-in)', DEFAULT: 'var(--r)', lg: 'var(--r-lg)', full: 'var(--r-full)' },
    boxShadow: { none: 'none', float: 'var(--float)', ring: 'var(--ring)' },
    transitionDuration: { 1: 'var(--m-1)', 2: 'var(--m-2)', 3: 'var(--m-3)' },
    transitionTimingFunction: { DEFAULT: 'var(--ease)' },
    /** Below 992 px the phone layout (spec 2); below 1240 px the sidebar collapses automatically. */
    screens: { desk: '992px', wide: '1240px' },
    extend: {
      width: {
        side: 'var(--w-side)',
        'side-min': 'var(--w-side-min)',
        panel: 'var(--w-panel)',
        'panel-min': 'var(--w-panel-min)',
        message: 'var(--w-message)',
        dialog: 'var(--w-dialog)',
        drive: 'var(--w-drive)',
      },
      height: {
        top: 'var(--h-top)',
        tabs: 'var(--h-tabs)',
        ctl: 'var(--h-ctl)',
        'ctl-s': 'var(--h-ctl-s)',
        'ctl-l': 'var(--h-ctl-l)',
        touch: 'var(--h-touch)',
        row: 'var(--h-row)',
      },
      backgroundImage: { hatch: 'var(--hatch)', 'hatch-grey': 'var(--hatch-grey)' },
    },
  },
  plugins: [
    ({ addVariant }: PluginAPI) => {
      for (const [name, query] of Object.entries(SMALL_WINDOWS)) addVariant(name, `@media ${query}`);
    },
  ],
} satisfies Config;
