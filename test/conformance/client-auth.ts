import {
  ClientCredentialsProvider,
  CrossAppAccessProvider,
  DpopSession,
  PrivateKeyJwtProvider,
  requestJwtAuthorizationGrant,
} from "@modelcontextprotocol/client";
import type {
  OAuthClientInformationContext,
  OAuthClientMetadata,
  OAuthClientProvider,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from "@modelcontextprotocol/client";
import type { McpAuth } from "../../src/mcp/auth.ts";

type Context = Readonly<Record<string, string>>;

/** What a program passes as `auth`, for what the scenario says it has been given. */
export function createAuth(scenario: string, context: Context): McpAuth {
  const { client_id: clientId = "", client_secret: clientSecret = "" } = context;
  switch (scenario) {
    case "auth/client-credentials-basic":
      return { provider: new ClientCredentialsProvider({ clientId, clientSecret }) };
    case "auth/client-credentials-jwt":
      return {
        provider: new PrivateKeyJwtProvider({
          clientId,
          privateKey: context["private_key_pem"] ?? "",
          algorithm: context["signing_algorithm"] ?? "",
        }),
      };
    case "auth/enterprise-managed-authorization":
      return { provider: createEnterpriseProvider(clientId, clientSecret, context) };
    case "auth/wif-jwt-bearer":
      return { provider: new Workload(context) };
    default: {
      const provider = new PersonWithBrowser(context);
      const session = DpopSession.create();
      if (scenario.startsWith("auth/dpop")) provider.dpop = () => session;
      return { provider, authorized: () => provider.sentBack() };
    }
  }
}

function createEnterpriseProvider(
  clientId: string,
  clientSecret: string,
  context: Context,
): OAuthClientProvider {
  return new CrossAppAccessProvider({
    clientId,
    clientSecret,
    assertion: async ({ authorizationServerUrl, resourceUrl, scope, fetchFn }) => {
      const { jwtAuthGrant } = await requestJwtAuthorizationGrant({
        tokenEndpoint: context["idp_token_endpoint"] ?? "",
        audience: authorizationServerUrl,
        resource: resourceUrl,
        idToken: context["idp_id_token"] ?? "",
        clientId: context["idp_client_id"] ?? "",
        ...(scope !== undefined && { scope }),
        fetchFn,
      });
      return jwtAuthGrant;
    },
  });
}

/** Keeps in memory what it is given. */
abstract class OAuthMemory {
  readonly #clients = new Map<string | undefined, StoredOAuthClientInformation>();
  #tokens: StoredOAuthTokens | undefined;
  #verifier = "";

  constructor({ client_id, client_secret, issuer }: Context) {
    if (client_id === undefined) return;
    this.#clients.set(issuer, {
      client_id,
      ...(client_secret !== undefined && { client_secret }),
      ...(issuer !== undefined && { issuer }),
    });
  }

  /** A client that no issuer was named for is good for any. */
  clientInformation(context?: OAuthClientInformationContext): StoredOAuthClientInformation | undefined {
    return this.#clients.get(context?.issuer) ?? this.#clients.get(undefined);
  }

  saveClientInformation(client: StoredOAuthClientInformation, context?: OAuthClientInformationContext): void {
    this.#clients.set(context?.issuer, client);
  }

  tokens(): StoredOAuthTokens | undefined {
    return this.#tokens;
  }

  saveTokens(tokens: StoredOAuthTokens): void {
    this.#tokens = tokens;
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }
}

/** A program that shows the token by which its platform vouches for it. */
class Workload extends OAuthMemory implements OAuthClientProvider {
  readonly redirectUrl = undefined;
  readonly clientMetadata: OAuthClientMetadata = { redirect_uris: [], token_endpoint_auth_method: "none" };
  readonly #assertion: string;

  constructor(context: Context) {
    super(context);
    this.#assertion = context["valid_jwt"] ?? "";
  }

  prepareTokenRequest(scope?: string): URLSearchParams {
    return new URLSearchParams({
      grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
      assertion: this.#assertion,
      ...(scope !== undefined && { scope }),
    });
  }

  redirectToAuthorization(): void {
    throw new Error("There is nobody to ask");
  }
}

/** Visits the page where a person would agree: the suite's page agrees at once. */
class PersonWithBrowser extends OAuthMemory implements OAuthClientProvider {
  readonly redirectUrl = "http://localhost:3000/callback";
  /** The suite knows this address; nothing is fetched from it. */
  readonly clientMetadataUrl = "https://conformance-test.local/client-metadata.json";
  readonly clientMetadata: OAuthClientMetadata = {
    client_name: "tool-switchboard",
    redirect_uris: [this.redirectUrl],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
  };
  dpop?: () => Promise<DpopSession>;
  #answer = new URLSearchParams();

  async redirectToAuthorization(url: URL): Promise<void> {
    const { headers } = await fetch(url, { redirect: "manual" });
    this.#answer = new URL(headers.get("location") ?? "", url).searchParams;
  }

  sentBack(): Promise<URLSearchParams> {
    return Promise.resolve(this.#answer);
  }
}
