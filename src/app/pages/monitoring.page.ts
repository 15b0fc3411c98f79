/** Historical monitoring. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'shell',
  locales: ['monitoring', 'home', 'eventTexts', 'alarmEvents', 'deliveryTexts'],
  machine: async () => (await import('../wiring/monitoring.ts')).wireMonitoring,
  component: async () => (await import('../../ui/pages/monitoring/MonitoringPage.tsx')).MonitoringPage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    monitoring: typeof import('../../../locales/zhCN/monitoring.json');
    eventTexts: typeof import('../../../locales/zhCN/eventTexts.json');
  }
}
