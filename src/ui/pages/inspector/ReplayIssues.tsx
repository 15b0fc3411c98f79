/** Parts of this recording that the current machines cannot show. */
import type { ReplayIssue } from '../../../machines/recording/opened.ts';
import { useT } from '../../hooks/useT.ts';
import { Banner } from '../../kit/Banner.tsx';
import { issueText } from './issueText.ts';

export function ReplayIssues({ issues }: { readonly issues: readonly ReplayIssue[] }) {
  const t = useT();
  if (issues.length === 0) return null;
  return (
    <div className="grid flex-none gap-1 text-12">
      <Banner
        tone="warn"
        title={t('inspector.issues.title', { count: issues.length })}
        text={t('inspector.issues.text')}
      />
      <details className="px-4 text-text-2">
        <summary className="cursor-pointer">{t('shared.details')}</summary>
        <ul className="max-h-[120px] overflow-auto">
          {issues.map((issue) => (
            <li key={JSON.stringify(issue)}>{issueText(t, issue)}</li>
          ))}
        </ul>
      </details>
    </div>
  );
}
