/** Audit log. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'shell',
  locales: ['audit', 'lists'],
  machine: async () => (await import('../wiring/audit.ts')).wireAudit,
  component: async () => (await import('../../ui/pages/audit/AuditPage.tsx')).AuditPage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    audit: typeof import('../../../locales/zhCN/audit.json');
  }
}
