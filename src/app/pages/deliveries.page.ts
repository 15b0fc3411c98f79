/** Deliveries. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'shell',
  locales: ['deliveries', 'deliveryTexts', 'lists'],
  machine: async () => (await import('../wiring/deliveries.ts')).wireDeliveries,
  component: async () => (await import('../../ui/pages/deliveries/DeliveriesPage.tsx')).DeliveriesPage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    deliveries: typeof import('../../../locales/zhCN/deliveries.json');
    deliveryTexts: typeof import('../../../locales/zhCN/deliveryTexts.json');
  }
}
