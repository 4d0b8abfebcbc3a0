// Shows the interface's own description; nothing is loaded from anywhere else.
SwaggerUIBundle({
  url: document.currentScript.dataset.subpath + "/api/v1/openapi.json",
  dom_id: "#interface",
  deepLinking: true,
  docExpansion: "none",
  defaultModelsExpandDepth: -1,
  filter: true,
  persistAuthorization: false,
  validatorUrl: null,
});
