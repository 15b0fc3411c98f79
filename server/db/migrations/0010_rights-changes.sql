CREATE TABLE "rights_changes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"changed_in" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "rights_changes_in" ON "rights_changes" USING btree ("changed_in");--> statement-breakpoint
CREATE INDEX "rights_changes_at" ON "rights_changes" USING btree ("at");--> statement-breakpoint
-- Arguments: what kind of row it is, and the column of its id.
CREATE FUNCTION "note_rights_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "rights_changes" ("kind", "key") VALUES (TG_ARGV[0], CASE WHEN TG_OP = 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END ->> TG_ARGV[1]);
	-- Of one transaction the same words are told once.
	PERFORM pg_notify('rights', CASE WHEN TG_OP = 'INSERT' THEN 'begun' ELSE 'changed' END);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "sessions_rights" AFTER INSERT OR DELETE ON "sessions" FOR EACH ROW EXECUTE FUNCTION "note_rights_change"('session', 'id');--> statement-breakpoint
CREATE TRIGGER "sessions_rights_update" AFTER UPDATE ON "sessions" FOR EACH ROW
	WHEN ((OLD."token_hash", OLD."user_id", OLD."expires_at", OLD."ended_code", OLD."way") IS DISTINCT FROM (NEW."token_hash", NEW."user_id", NEW."expires_at", NEW."ended_code", NEW."way"))
	EXECUTE FUNCTION "note_rights_change"('session', 'id');--> statement-breakpoint
CREATE TRIGGER "accounts_rights" AFTER INSERT OR DELETE ON "accounts" FOR EACH ROW EXECUTE FUNCTION "note_rights_change"('account', 'id');--> statement-breakpoint
CREATE TRIGGER "accounts_rights_update" AFTER UPDATE ON "accounts" FOR EACH ROW
	WHEN ((OLD."nickname", OLD."roles", OLD."demo", OLD."locked_at") IS DISTINCT FROM (NEW."nickname", NEW."roles", NEW."demo", NEW."locked_at"))
	EXECUTE FUNCTION "note_rights_change"('account', 'id');--> statement-breakpoint
CREATE TRIGGER "relations_rights" AFTER INSERT OR UPDATE OR DELETE ON "relations" FOR EACH ROW EXECUTE FUNCTION "note_rights_change"('relation', 'id');--> statement-breakpoint
CREATE TRIGGER "apps_rights" AFTER INSERT OR DELETE ON "apps" FOR EACH ROW EXECUTE FUNCTION "note_rights_change"('app', 'app_id');--> statement-breakpoint
CREATE TRIGGER "apps_rights_update" AFTER UPDATE ON "apps" FOR EACH ROW
	WHEN ((OLD."account_id", OLD."secret", OLD."revoked_at") IS DISTINCT FROM (NEW."account_id", NEW."secret", NEW."revoked_at"))
	EXECUTE FUNCTION "note_rights_change"('app', 'app_id');
