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
  const drive = useSelector(screen, selectRouteRunRef);
  const question = useSelector(screen, selectRoutesQuestion);
  if (!drive) return null;
  return (
    <>
      {editor ? (
        <RouteEditor key={editor.sessionId} screen={screen} editor={editor} drive={drive} />
      ) : (
        <RouteList screen={screen} drive={drive} />
      )}
      {editor ? <StartOfEdited drive={drive} editor={editor} /> : <RouteRunStartDialog drive={drive} />}
      {question && <Question question={question} cancelLabel={t('common.cancel')} />}
    </>
  );
}

/** Battery use of a round is only known for the route that is open in the editor. */
const StartOfEdited = ({ drive, editor }: { readonly drive: RouteRunRef; readonly editor: RouteEditorRef }) => (
  <RouteRunStartDialog drive={drive} estimate={useSelector(editor, selectEstimate)} />
);
