/** The parts of a recording that prevent a state from being shown. */
import type { ReplayIssue } from '../../../machines/recording/opened.ts';
import { useT } from '../../hooks/useT.ts';
import { issueText } from './issueText.ts';

export function IssueList({ issues }: { readonly issues: readonly ReplayIssue[] }) {
  const t = useT();
  return (
    <ul className="pl-[18px] text-left">
      {issues.map((issue) => (
        <li key={JSON.stringify(issue)}>{issueText(t, issue)}</li>
      ))}
    </ul>
  );
}
