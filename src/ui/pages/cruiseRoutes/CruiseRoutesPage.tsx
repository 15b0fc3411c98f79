/**
 * Cruise routes of a robot's site (spec 2): the list, or the editor of the route in the URL, with its route runs beside
 * it.
 */
import { useSelector } from '@xstate/react';
import {
  type RouteEditorRef,
  type CruiseRoutesRef,
  selectRouteRunRef,
  selectEditorRef,
  selectEstimate,
  selectRoutesQuestion,
} from '../../../machines/cruiseRoutes/cruiseRoutes.selectors.ts';
import type { RouteRunRef } from '../../../machines/routeRun/routeRun.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Question } from '../../shell/Question.tsx';
import { RouteRunStartDialog } from '../../routeRuns/RouteRunStartDialog.tsx';
import { RouteEditor } from './RouteEditor.tsx';
import { RouteList } from './RouteList.tsx';

export function CruiseRoutesPage({ screen }: { readonly screen: CruiseRoutesRef }) {
  const t = useT();
  const editor = useSelector(screen, selectEditorRef);
  const run = useSelector(screen, selectRouteRunRef);
  const question = useSelector(screen, selectRoutesQuestion);
  if (!run) return null;
  return (
    <>
      {editor ? (
        <RouteEditor key={editor.sessionId} screen={screen} editor={editor} run={run} />
      ) : (
        <RouteList screen={screen} run={run} />
      )}
      {editor ? <StartOfEdited run={run} editor={editor} /> : <RouteRunStartDialog run={run} />}
      {question && <Question question={question} cancelLabel={t('common.cancel')} />}
    </>
  );
}

/** Battery use of a round is only known for the route that is open in the editor. */
const StartOfEdited = ({ run, editor }: { readonly run: RouteRunRef; readonly editor: RouteEditorRef }) => (
  <RouteRunStartDialog run={run} estimate={useSelector(editor, selectEstimate)} />
);
