/** Parts of this recording that the current machines cannot show. */
import type { ReplayIssue } from '../../../machines/recording/opened.ts';
import { useT } from '../../hooks/useT.ts';
import { Banner } from '../../kit/Banner.tsx';
import { troubleWords } from './troubleWords.ts';

export function Troubles({ troubles }: { readonly troubles: readonly ReplayIssue[] }) {
  const t = useT();
  if (troubles.length === 0) return null;
  return (
    <div className="inspector-troubles">
      <Banner
        tone="warn"
        title={t('inspector.troubles.title', { count: troubles.length })}
        text={t('inspector.troubles.text')}
      />
      <details>
        <summary>{t('inspector.troubles.list')}</summary>
        <ul>
          {troubles.map((trouble) => (
            <li key={JSON.stringify(trouble)}>{troubleWords(t, trouble)}</li>
          ))}
        </ul>
      </details>
    </div>
  );
}
