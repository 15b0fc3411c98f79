/** Photos and recordings of robots. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'shell',
  locales: ['photos', 'lists'],
  machine: async () => (await import('../wiring/photos.ts')).wirePhotos,
  component: async () => (await import('../../ui/pages/photos/PhotosPage.tsx')).PhotosPage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    photos: typeof import('../../../locales/zhCN/photos.json');
  }
}
